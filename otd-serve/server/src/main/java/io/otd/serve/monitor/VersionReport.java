// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import java.util.List;

/**
 * How the predictions of a version of a model did.
 *
 * @param model its name
 * @param version its number
 * @param waiting rows whose predictions are remembered and were not observed yet
 * @param targets in order
 */
record VersionReport(String model, long version, long waiting, List<TargetReport> targets) {
  /** Copies the list. */
  public VersionReport {
    targets = List.copyOf(targets);
  }
}
