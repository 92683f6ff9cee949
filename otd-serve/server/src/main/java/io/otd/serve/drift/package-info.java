// SPDX-License-Identifier: Apache-2.0
/**
 * Detects whether the requested rows, and the predictions for them, still resemble the training
 * rows: it compares a window of rows, sampled at bounded cost, with the profile of the export.
 */
@NullMarked
package io.otd.serve.drift;

import org.jspecify.annotations.NullMarked;
