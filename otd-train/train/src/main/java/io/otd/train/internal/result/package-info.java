// SPDX-License-Identifier: Apache-2.0
/** The files that runs write and that are read again. */
@NullMarked
package io.otd.train.internal.result;

import org.jspecify.annotations.NullMarked;
