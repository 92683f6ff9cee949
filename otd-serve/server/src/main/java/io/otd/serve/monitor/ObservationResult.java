// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import java.util.List;

/**
 * The outcome of observations.
 *
 * @param accepted number of observations matched with their predictions
 * @param unknown those that were not: the prediction was never made by this model, was forgotten,
 *     or was observed before
 */
record ObservationResult(int accepted, List<Observation> unknown) {}
