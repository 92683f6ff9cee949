// SPDX-License-Identifier: Apache-2.0
/** Tensors outside the graph, as in requests and replies. */
@NullMarked
package io.otd.serve.internal.tensor;

import org.jspecify.annotations.NullMarked;
