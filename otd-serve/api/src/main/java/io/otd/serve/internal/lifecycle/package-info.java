// SPDX-License-Identifier: Apache-2.0
/**
 * One version of a model from found to gone, for the embedded predictors and the server alike; the
 * version that answers, and the change to the next; who is told of it.
 */
@NullMarked
package io.otd.serve.internal.lifecycle;

import org.jspecify.annotations.NullMarked;
