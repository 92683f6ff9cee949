// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import io.otd.predict.Predictor;

/**
 * A model that was opened.
 *
 * @param engine computes
 * @param predictor its own, which nobody measures
 * @param failures of versions that were to take over
 */
record OpenModel(PredictorEngine engine, Predictor predictor, VersionFailures failures) {}
