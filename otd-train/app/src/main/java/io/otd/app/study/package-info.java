// SPDX-License-Identifier: Apache-2.0
/** The options that commands of {@code otd reproduce} share. */
@NullMarked
package io.otd.app.study;

import org.jspecify.annotations.NullMarked;
