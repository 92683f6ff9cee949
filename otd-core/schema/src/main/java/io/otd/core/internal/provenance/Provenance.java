// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.provenance;

import java.util.Map;

/**
 * The provenance of a trained model.
 *
 * @param created time of training, ISO 8601, UTC
 * @param otdVersion version of this library
 * @param tensorflowVersion version of the native library
 * @param javaVersion of the training process
 * @param flags native flags in force, e.g. {@code XLA_FLAGS}
 * @param commit source commit of this library, or "unknown"
 * @param dataHash SHA-256 of the training data, hexadecimal, or "none"
 * @param settings every setting of the run, as in the configuration file
 */
public record Provenance(
    String created,
    String otdVersion,
    String tensorflowVersion,
    String javaVersion,
    String flags,
    String commit,
    String dataHash,
    Map<String, String> settings) {
  /** Beside the settings of a model: SHA-256 of the rows that it was last recalibrated on. */
  public static final String RECALIBRATION = "recalibration.data_sha256";

  /** Keeps the order of the settings. */
  public Provenance {
    settings = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(settings));
  }

  /** SHA-256 of the rows that the model was last recalibrated on, hexadecimal, or "none". */
  public String recalibrationHash() {
    return settings.getOrDefault(RECALIBRATION, "none");
  }

  /** The same of other settings. */
  public Provenance with(Map<String, String> other) {
    return new Provenance(
        created, otdVersion, tensorflowVersion, javaVersion, flags, commit, dataHash, other);
  }
}
