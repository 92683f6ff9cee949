// SPDX-License-Identifier: Apache-2.0
/** The commands that repeat the experiments of the paper. */
@NullMarked
package io.otd.app.reproduce;

import org.jspecify.annotations.NullMarked;
