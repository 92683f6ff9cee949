// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.ginzburglandau;

/**
 * The final state of the steps for one mu.
 *
 * @param mu the parameter
 * @param field u, {@code [N * N]}
 * @param steps taken
 * @param change largest of the last step, {@code max |u^{n+1} - u^n|}
 * @param residual r_eq, {@code max |epsilon^2 Delta_h u + mu u - u^3 + f_mu|}
 * @param converged whether the change was found below the tolerance
 */
public record Equilibrium(
    double mu, double[] field, int steps, double change, double residual, boolean converged) {}
