// SPDX-License-Identifier: Apache-2.0
/**
 * The paper's comparison on tables of OpenML: the data sets, what the paper and others reached on
 * them, and what the methods at hand reach on the same folds.
 */
@NullMarked
package io.otd.paper.realdata;

import org.jspecify.annotations.NullMarked;
