// SPDX-License-Identifier: Apache-2.0
/**
 * TensorFlow functions, counted loops, random streams and tensors: what every component is built
 * with.
 */
@NullMarked
package io.otd.core.internal.graph;

import org.jspecify.annotations.NullMarked;
