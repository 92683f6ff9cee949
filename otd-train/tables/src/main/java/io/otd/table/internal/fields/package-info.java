// SPDX-License-Identifier: Apache-2.0
/**
 * Fields on a fixed set of points that depend on a few parameters, and their files.
 *
 * <p>Letters: M cases, p parameters, G points, c coordinates of a point, d_y values at a point.
 */
@NullMarked
package io.otd.table.internal.fields;

import org.jspecify.annotations.NullMarked;
