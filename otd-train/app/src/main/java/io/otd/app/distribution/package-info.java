// SPDX-License-Identifier: Apache-2.0
/** Predictive distributions in words and characters, for the terminal. */
@NullMarked
package io.otd.app.distribution;

import org.jspecify.annotations.NullMarked;
