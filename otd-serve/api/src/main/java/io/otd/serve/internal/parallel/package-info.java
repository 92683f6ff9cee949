// SPDX-License-Identifier: Apache-2.0
/** Threads of the predictors and the server, and pieces of one request in several of them. */
@NullMarked
package io.otd.serve.internal.parallel;

import org.jspecify.annotations.NullMarked;
