// SPDX-License-Identifier: Apache-2.0
/** Likelihoods: densities that are estimated from draws, and densities that are known. */
@NullMarked
package io.otd.core.metrics.density;

import org.jspecify.annotations.NullMarked;
