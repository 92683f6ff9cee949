// SPDX-License-Identifier: Apache-2.0
/** Predictions of exported models without TensorFlow. */
@NullMarked
package io.otd.light;

import org.jspecify.annotations.NullMarked;
