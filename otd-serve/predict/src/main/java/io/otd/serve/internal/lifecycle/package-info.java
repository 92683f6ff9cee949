// SPDX-License-Identifier: Apache-2.0
/**
 * One version of a model from found to gone, for the embedded predictor and the server alike, and
 * who is told of it.
 */
@NullMarked
package io.otd.serve.internal.lifecycle;

import org.jspecify.annotations.NullMarked;
