// SPDX-License-Identifier: Apache-2.0
/** Tensors outside the graph, as requests bring them and replies carry them. */
@NullMarked
package io.otd.serve.internal.tensor;

import org.jspecify.annotations.NullMarked;
