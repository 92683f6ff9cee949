// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.core.internal.coverage.CoverageBySize;
import io.otd.serve.drift.DriftReport;
import io.otd.serve.drift.FeatureDrift;
import io.otd.serve.json.JsonBytes;
import io.otd.serve.settings.NonFinite;
import java.util.List;
import java.util.Optional;

/**
 * Writes the state of the monitor; UTF-8. Values that are unknown, for lack of observations, are
 * {@code null}.
 */
final class MonitorJson {
  private static final int EXPECTED = 8192;

  private final JsonBytes json;

  private MonitorJson(NonFinite nonFinite) {
    json = new JsonBytes(nonFinite, EXPECTED);
  }

  /** The answer to observations. */
  static byte[] write(String model, Taken taken) {
    JsonBytes json = new JsonBytes(NonFinite.NULL, EXPECTED);
    json.raw("{\n \"model\": ").string(model).raw(",\n \"taken\": ").integer(taken.taken());
    json.raw(",\n \"unknown\": [");
    String before = "\n  ";
    for (Observation observation : taken.unknown()) {
      json.raw(before).raw("{\"prediction_id\": ").string(observation.id());
      json.raw(", \"row\": ").integer(observation.row().orElse(0)).raw('}');
      before = ",\n  ";
    }
    return json.raw(taken.unknown().isEmpty() ? "]\n}\n" : "\n ]\n}\n").toByteArray();
  }

  /**
   * How the predictions of a version did.
   *
   * @param drift distance of its rows from the training rows, if these are known
   * @param capacity predictions that are remembered at most, of all models
   */
  static byte[] write(
      VersionReport report, Optional<DriftReport> drift, int capacity, NonFinite nonFinite) {
    return new MonitorJson(nonFinite).report(report, drift, capacity);
  }

  private byte[] report(VersionReport report, Optional<DriftReport> drift, int capacity) {
    json.raw("{\n \"model\": ").string(report.model());
    json.raw(",\n \"version\": \"").integer(report.version());
    json.raw("\",\n \"waiting\": ").integer(report.waiting());
    json.raw(",\n \"capacity\": ").integer(capacity);
    json.raw(",\n \"levels\": [");
    String before = "";
    for (double level : MonitorScores.LEVELS) {
      json.raw(before).number(level);
      before = ", ";
    }
    json.raw("],\n \"width_level\": ").number(MonitorScores.WIDTH_LEVEL).raw(",\n \"targets\": [");
    before = "\n  ";
    for (TargetReport target : report.targets()) {
      json.raw(before);
      target(target);
      before = ",\n  ";
    }
    json.raw(report.targets().isEmpty() ? "]" : "\n ]").raw(",\n \"drift\": ");
    if (drift.isPresent()) {
      drift(drift.get());
    } else {
      json.raw("null");
    }
    return json.raw("\n}\n").toByteArray();
  }

  private void drift(DriftReport report) {
    json.raw("{\"training_rows\": ").integer(report.trainingRows());
    json.raw(", \"window\": ").integer(report.settings().window());
    json.raw(", \"rows\": ").integer(report.rows());
    json.raw(", \"outside_rows\": ").integer(report.outside());
    json.raw(", \"psi_threshold\": ").number(report.settings().psi());
    json.raw(", \"ks_threshold\": ").number(report.settings().ks());
    json.raw(", \"features\": [");
    String before = "\n   ";
    for (FeatureDrift feature : report.features()) {
      json.raw(before).raw("{\"name\": ").string(feature.feature());
      json.raw(", \"of\": ").string(feature.kind());
      json.raw(", \"rows\": ").integer(feature.rows()).raw(", \"missing\": ");
      known(feature.missing());
      json.raw(", \"training_missing\": ").number(feature.trainedMissing()).raw(", \"psi\": ");
      known(feature.psi());
      json.raw(", \"psi_chance\": ");
      known(feature.psiByChance());
      json.raw(", \"ks\": ");
      known(feature.ks());
      json.raw(", \"ks_chance\": ");
      known(feature.ksByChance());
      json.raw(", \"drifted\": ").raw(String.valueOf(feature.drifted())).raw('}');
      before = ",\n   ";
    }
    json.raw("]}");
  }

  private void target(TargetReport report) {
    json.raw("{\"name\": ").string(report.target()).raw(",\n   \"window\": {");
    scores(report.window());
    json.raw("},\n   \"coverage_by_fifths\": ");
    if (report.bySize().isPresent()) {
      bySize(report.bySize().get().shown());
    } else {
      json.raw("null");
    }
    json.raw(",\n   \"total\": {");
    scores(report.total());
    json.raw("},\n   \"series\": [");
    String before = "\n    {";
    for (TargetReport.Point point : report.series()) {
      json.raw(before).raw("\"until\": \"").raw(point.until().toString()).raw("\", ");
      scores(point.scores());
      json.raw('}');
      before = ",\n    {";
    }
    json.raw("]}");
  }

  private void bySize(CoverageBySize.Shown shown) {
    json.raw("{\"level\": ").number(shown.level());
    json.raw(", \"holds\": ").raw(String.valueOf(shown.holds()));
    json.raw(", \"sentence\": ").string(shown.sentence());
    json.raw(",\n    \"by_width\": [");
    fifths(shown.byWidth());
    json.raw("],\n    \"by_median\": [");
    fifths(shown.byMedian());
    json.raw("]}");
  }

  private void fifths(List<CoverageBySize.Fifth> fifths) {
    String before = "";
    for (CoverageBySize.Fifth fifth : fifths) {
      json.raw(before).raw("{\"rows\": ").integer(fifth.rows());
      json.raw(", \"coverage\": ").number(fifth.coverage());
      json.raw(", \"low\": ").number(fifth.low());
      json.raw(", \"high\": ").number(fifth.high()).raw('}');
      before = ", ";
    }
  }

  private void scores(MonitorScores scores) {
    json.raw("\"observations\": ").integer(scores.observations()).raw(", \"coverage\": [");
    for (int level = 0; level < MonitorScores.LEVELS.size(); level++) {
      json.raw(level > 0 ? ", " : "");
      known(scores.coverage(level));
    }
    json.raw("], \"width\": ");
    known(scores.width());
    json.raw(", \"crps\": ");
    known(scores.crps());
    json.raw(", \"bias\": ");
    known(scores.bias());
    json.raw(", \"pit\": ");
    counts(scores.pit());
  }

  private void known(double value) {
    if (Double.isNaN(value)) {
      json.raw("null");
    } else {
      json.number(value);
    }
  }

  private void counts(List<Long> counts) {
    json.raw('[');
    String before = "";
    for (long count : counts) {
      json.raw(before).integer(count);
      before = ", ";
    }
    json.raw(']');
  }
}
