// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.core.internal.coverage.Coverage;
import io.otd.core.internal.coverage.CoverageByGroup;
import io.otd.core.internal.coverage.CoverageBySize;
import io.otd.serve.adapt.AdaptedReport;
import io.otd.serve.drift.DriftReport;
import io.otd.serve.drift.FeatureDrift;
import io.otd.serve.json.JsonBytes;
import io.otd.serve.settings.NonFinite;
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
  static byte[] write(String model, ObservationResult result) {
    JsonBytes json = new JsonBytes(NonFinite.NULL, EXPECTED);
    json.raw('{').member("model").string(model).member("taken").integer(result.accepted());
    json.member("unknown")
        .lines(
            result.unknown(),
            2,
            observation -> {
              json.raw('{').member("prediction_id").string(observation.id());
              json.member("row").integer(observation.row().orElse(0)).raw('}');
            });
    return json.raw("}\n").toByteArray();
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
    json.raw('{').member("model").string(report.id().model());
    json.member("version").string(Long.toString(report.id().version()));
    json.member("waiting").integer(report.waiting()).member("capacity").integer(capacity);
    json.member("levels").list(MonitorScores.LEVELS, json::number);
    json.member("width_level").number(MonitorScores.WIDTH_LEVEL);
    json.member("targets").lines(report.targets(), 2, this::target);
    json.member("drift");
    drift.ifPresentOrElse(this::drift, () -> json.raw("null"));
    return json.raw("}\n").toByteArray();
  }

  private void drift(DriftReport report) {
    json.raw('{').member("training_rows").integer(report.trainingRows());
    json.member("window").integer(report.settings().window());
    json.member("rows").integer(report.rows()).member("outside_rows").integer(report.outside());
    json.member("psi_threshold").number(report.settings().psi());
    json.member("ks_threshold").number(report.settings().ks());
    json.member("features").lines(report.features(), 3, this::feature).raw('}');
  }

  private void feature(FeatureDrift feature) {
    json.raw('{').member("name").string(feature.feature()).member("of").string(feature.kind());
    json.member("rows").integer(feature.rows());
    known("missing", feature.missing());
    json.member("training_missing").number(feature.trainedMissing());
    known("psi", feature.psi());
    known("psi_chance", feature.psiByChance());
    known("ks", feature.ks());
    known("ks_chance", feature.ksByChance());
    json.member("drifted").raw(String.valueOf(feature.drifted())).raw('}');
  }

  private void target(TargetReport report) {
    json.raw('{').member("name").string(report.target()).member("window").raw('{');
    scores(report.window());
    json.raw('}').member("coverage_by_fifths");
    report.bySize().ifPresentOrElse(this::bySize, () -> json.raw("null"));
    if (!report.byGroup().levels().isEmpty()) {
      json.member("coverage_by_group").lines(report.byGroup().levels(), 4, this::byGroup);
    }
    json.member("total").raw('{');
    scores(report.total());
    json.raw('}')
        .member("series")
        .lines(
            report.series(),
            4,
            point -> {
              json.raw('{').member("until").string(point.until().toString());
              scores(point.scores());
              json.raw('}');
            });
    if (!report.adapted().isEmpty()) {
      json.member("adapted").lines(report.adapted(), 4, this::adapted);
    }
    json.raw('}');
  }

  private void adapted(AdaptedReport report) {
    json.raw('{');
    if (!report.group().isEmpty()) {
      json.member("group").string(report.group()).raw(", ");
    }
    json.raw("\"level\": ").number(report.level());
    json.member("adapted_level").number(report.adapted());
    json.member("factor").number(report.factor());
    json.member("observations").integer(report.observations());
    known("coverage", report.coverage());
    json.raw('}');
  }

  private void bySize(CoverageBySize by) {
    json.raw('{').member("level").number(by.level());
    json.member("holds").raw(String.valueOf(by.holdsForAll()));
    json.member("sentence").string(by.sentence());
    json.member("by_width").list(by.byWidth().fifths(), fifth -> fifth(by, fifth));
    json.member("by_median").list(by.byMedian().fifths(), fifth -> fifth(by, fifth)).raw('}');
  }

  private void fifth(CoverageBySize by, Coverage fifth) {
    json.raw('{');
    share(fifth, by.band(fifth));
    json.raw('}');
  }

  private void byGroup(CoverageByGroup by) {
    json.raw('{').member("column").string(by.column()).member("level").number(by.level());
    json.member("holds").raw(String.valueOf(by.holds()));
    json.member("sentence").string(by.sentence());
    json.member("groups").list(by.groups(), group -> group(by, group)).raw('}');
  }

  private void group(CoverageByGroup by, CoverageByGroup.Group group) {
    json.raw('{').member("group").string(group.name());
    share(group.coverage(), by.band(group));
    known("conformal", group.conformal().map(Coverage::share).orElse(Double.NaN));
    json.raw('}');
  }

  private void share(Coverage of, Coverage.Band band) {
    json.member("rows").integer(of.rows()).member("coverage").number(of.share());
    json.member("low").number(band.low()).member("high").number(band.high());
  }

  private void scores(MonitorScores scores) {
    json.member("observations").integer(scores.observations()).member("coverage").raw('[');
    for (int level = 0; level < MonitorScores.LEVELS.size(); level++) {
      json.raw(level > 0 ? ", " : "");
      known(scores.coverage(level));
    }
    json.raw(']');
    known("width", scores.width());
    known("crps", scores.crps());
    known("bias", scores.bias());
    json.member("pit").list(scores.pit(), json::integer);
  }

  private void known(String name, double value) {
    json.member(name);
    known(value);
  }

  private void known(double value) {
    if (Double.isNaN(value)) {
      json.raw("null");
    } else {
      json.number(value);
    }
  }
}
