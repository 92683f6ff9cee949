// SPDX-License-Identifier: Apache-2.0
/** Pieces of one request in several threads, for the predictors and the server. */
@NullMarked
package io.otd.serve.internal.parallel;

import org.jspecify.annotations.NullMarked;
