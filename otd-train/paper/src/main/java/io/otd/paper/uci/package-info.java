// SPDX-License-Identifier: Apache-2.0
/**
 * The standard protocol: data sets of the UCI repository with the twenty splits of Hernández-Lobato
 * and Adams (2015), and what others have published on them.
 */
@NullMarked
package io.otd.paper.uci;

import org.jspecify.annotations.NullMarked;
