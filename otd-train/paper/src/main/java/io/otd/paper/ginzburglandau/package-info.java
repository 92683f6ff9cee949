// SPDX-License-Identifier: Apache-2.0
/**
 * Equilibria of the forced Ginzburg-Landau equation on the unit square (paper, appendix
 * "Ginzburg-Landau experiment"), computed in double precision.
 *
 * <p>A field {@code [N * N]} has the value at {@code (x_i, y_j)} at {@code i * N + j}.
 */
@NullMarked
package io.otd.paper.ginzburglandau;

import org.jspecify.annotations.NullMarked;
