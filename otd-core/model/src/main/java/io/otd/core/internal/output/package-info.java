// SPDX-License-Identifier: Apache-2.0
/**
 * The interpretation of the network's outputs: a draw, or the parameters of a density to draw from.
 */
@NullMarked
package io.otd.core.internal.output;

import org.jspecify.annotations.NullMarked;
