// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.train.internal.report.SplitSizes;
import io.otd.train.internal.result.JsonText;
import io.otd.train.internal.result.LeftOut;
import io.otd.train.internal.result.ValidationEstimate;
import io.otd.train.internal.run.RunDocument.Kind;
import io.otd.train.internal.run.RunDocument.Member;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunDocumentTest {
  private static final String HEAD =
      """
      {"status":"completed","stopped_early":true,"directory":"d",""";

  private static final String TAIL =
      """
      "provenance":{"otd":"1"},"settings":{"data":{"file":null}}}""";

  @Test
  void writes_a_single_network_without_test_rows() {
    assertThat(json(null, 20L, null, null, null, null, null))
        .isEqualTo(
            HEAD
                + """
                "targets":["y"],"rows":{"train":8,"validation":1,"test":0,"calibration":0},\
                "method":"otd","steps":60,"best_step":20,"spread_factor":1.0,"""
                + TAIL);
  }

  @Test
  void writes_several_networks_with_test_rows() {
    assertThat(
            json(
                "d/report.html",
                null,
                List.of(new Member(30, 20, .5, 1.1), new Member(30, -1, Double.NaN, 1.0)),
                .25,
                null,
                null,
                Map.of("rmse", 1e-5)))
        .isEqualTo(
            """
            {"status":"completed","stopped_early":true,"directory":"d","report":"d/report.html",\
            "targets":["y"],"rows":{"train":8,"validation":1,"test":0,"calibration":0},\
            "method":"otd","steps":60,\
            "members":[{"steps":30,"best_step":20,"validation_score":0.5,"spread_factor":1.1},\
            {"steps":30,"best_step":-1,"validation_score":null,"spread_factor":1.0}],\
            "validation_score":0.25,\
            "validation":{"energy_score":2.5,"energy_score_error":0.25,"rows":8},"spread_factor":1.0,\
            "test":{"rmse":1.0E-5},"test_by_target":{"y":{"rmse":1.0E-5}},\
            "test_conformal":{"rmse":1.0E-5},"test_notes":["left out: crps"],\
            "test_uncalibrated":{"rmse":1.0E-5},\
            "test_uncalibrated_by_target":{"y":{"rmse":1.0E-5}},\
            "test_uncalibrated_conformal":{"rmse":1.0E-5},\
            "test_uncalibrated_notes":["left out: crps"],"test_rows_sha256":"ab","""
                + TAIL);
  }

  @Test
  void writes_a_time_limited_pool() {
    assertThat(
            json(
                null,
                null,
                List.of(new Member(30, 20, .5, null)),
                null,
                new LeftOut(List.of("mdn"), 2, 40),
                List.of(new Kind("otd", .75, List.of(1.1)), new Kind("mdn", .25, List.of())),
                null))
        .isEqualTo(
            HEAD
                + """
                "targets":["y"],"rows":{"train":8,"validation":1,"test":0,"calibration":0},\
                "method":"otd","steps":60,\
                "members":[{"steps":30,"best_step":20,"validation_score":0.5}],\
                "left_out":{"kinds":["mdn"],"networks":2,"steps":40},"spread_factor":1.0,\
                "kinds":[{"method":"otd","weight":0.75,"spread_factors":[1.1]},\
                {"method":"mdn","weight":0.25,"spread_factors":[]}],"""
                + TAIL);
  }

  private static String json(
      @Nullable String report,
      @Nullable Long bestStep,
      @Nullable List<Member> members,
      @Nullable Double validation,
      @Nullable LeftOut left,
      @Nullable List<Kind> kinds,
      @Nullable Map<String, Double> scores) {
    Map<String, Map<String, Double>> each = scores == null ? null : Map.of("y", scores);
    List<String> notes = scores == null ? null : List.of("left out: crps");
    Map<String, Object> file = new HashMap<>();
    file.put("file", null);
    return JsonText.of(
        new RunDocument(
                "completed",
                true,
                "d",
                report,
                List.of("y"),
                new SplitSizes(8, 1, 0, 0),
                "otd",
                60,
                bestStep,
                members,
                validation,
                validation == null ? null : new ValidationEstimate(2.5, .25, 8),
                left,
                1,
                kinds,
                scores,
                each,
                scores,
                notes,
                null,
                scores,
                each,
                scores,
                notes,
                null,
                scores == null ? null : "ab",
                Map.of("otd", "1"),
                Map.of("data", file))
            .json());
  }
}
