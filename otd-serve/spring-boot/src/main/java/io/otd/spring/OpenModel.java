// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import io.otd.predict.Predictor;
import io.otd.serve.internal.settings.Engine;

/**
 * An open model.
 *
 * @param engine that computes
 * @param predictor of the engine, without measurement
 * @param failures of versions that should have taken over
 */
record OpenModel(Engine engine, Predictor predictor, VersionFailures failures) {}
