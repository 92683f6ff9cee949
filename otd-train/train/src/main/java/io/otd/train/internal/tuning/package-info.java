// SPDX-License-Identifier: Apache-2.0
/**
 * The choice of settings: random search with successive halving, by the energy score of validation
 * rows.
 */
@NullMarked
package io.otd.train.internal.tuning;

import org.jspecify.annotations.NullMarked;
