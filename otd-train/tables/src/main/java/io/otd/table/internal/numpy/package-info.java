// SPDX-License-Identifier: Apache-2.0
/**
 * Arrays in NumPy's formats: {@code .npy} holds one, {@code .npz} several with names.
 *
 * <p>See "NEP 1, A Simple File Format for NumPy Arrays" and {@code numpy.lib.format}.
 */
@NullMarked
package io.otd.table.internal.numpy;

import org.jspecify.annotations.NullMarked;
