// SPDX-License-Identifier: Apache-2.0
/** Requests to a model, on tensors in the Java heap: the same for both protocols. */
@NullMarked
package io.otd.serve.inference;

import org.jspecify.annotations.NullMarked;
