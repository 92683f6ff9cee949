// SPDX-License-Identifier: Apache-2.0
/**
 * Reports: charts as PNG pictures, pages as trees of blocks, self-contained HTML, and the page of a
 * training run. Charts know arrays and metrics; the page of a run also knows its schema,
 * calibration and origin.
 */
@NullMarked
package io.otd.train.internal.report;

import org.jspecify.annotations.NullMarked;
