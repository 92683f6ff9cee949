// SPDX-License-Identifier: Apache-2.0
/**
 * Reports: charts as PNG pictures, pages as trees of blocks, self-contained HTML, and the page of a
 * training run. Charts depend on arrays and metrics; the page of a run also depends on its schema,
 * calibration and provenance.
 */
@NullMarked
package io.otd.train.internal.report;

import org.jspecify.annotations.NullMarked;
