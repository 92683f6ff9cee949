// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.adapt;

/**
 * How intervals of one level have been adapted.
 *
 * @param group of the rows; empty for all rows
 * @param level nominal one
 * @param adapted the level that is used instead
 * @param factor by which intervals are stretched; may be infinite
 * @param observations of rows of the group
 * @param coverage share of them that the adapted intervals held; NaN before the first
 */
public record AdaptedReport(
    String group,
    double level,
    double adapted,
    double factor,
    long observations,
    double coverage) {}
