// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.serve.internal.lifecycle.VersionId;
import java.util.List;

/**
 * How the predictions of a version of a model did.
 *
 * @param id its model and number
 * @param waiting rows whose predictions are remembered and were not observed yet
 * @param targets in order
 */
record VersionReport(VersionId id, long waiting, List<TargetReport> targets) {}
