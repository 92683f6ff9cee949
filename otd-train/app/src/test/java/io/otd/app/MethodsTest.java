// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.train.settings.Method;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every method from the table to the report; three also as they are served. */
@Tag("long")
class MethodsTest {
  private static final int ROWS = 400;
  private static final String SHARED = "data.validation=shared";

  /** Draws that depend on the row, none, and those of several components. */
  private static final Set<Method> SERVED =
      EnumSet.of(Method.OTD_CONDITIONAL, Method.DETERMINISTIC, Method.POOL);

  @TempDir static Path folder;
  private static Path data = Path.of("");

  @BeforeAll
  static void table() throws IOException {
    data = ParcelTable.in(folder);
  }

  private static OtdRun trained(Path out, String method, String... settings) {
    return ParcelTable.train(
        data,
        out,
        "--method",
        method,
        "--set model.hidden=16,16 --set masks.velocity=8 --set training.steps=400",
        "--set training.learning_rate=0.005 --set evaluation.draws=200",
        OtdRun.set(settings));
  }

  @ParameterizedTest
  @EnumSource(
      value = Method.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"AUTO", "EXTRA_TREES", "BOOSTED_TREES"})
  void a_method_is_trained_and_reported_and_agrees_with_its_export(Method method)
      throws IOException {
    String name = method.name().toLowerCase(Locale.ROOT).replace('_', '-');
    Path out = folder.resolve(name);
    OtdRun run = trained(out, name).ok();
    assertThat(run.err()).doesNotContain("warning");
    JsonNode json = run.json();
    assertThat(json.path("method").asText()).isEqualTo(method.label());
    // Minutes have standard deviation 16, most of which a line explains.
    boolean blind = method == Method.MARGINAL;
    assertThat(json.at("/test/rmse").asDouble()).isBetween(blind ? 12.0 : 3.0, blind ? 20 : 13.0);
    assertThat(json.at("/test/energy_score").asDouble())
        .isBetween(blind ? 6.0 : 1.5, blind ? 12 : 9.0);
    assertThat(Path.of(json.path("report").asText())).isRegularFile();
    if (method == Method.POOL) {
      assertThat(run.err())
          .contains("training   pool of otd, otd-mixture-pieces, ", "Share of OTD's");
      for (JsonNode kind : json.path("kinds")) {
        assertThat(kind.fieldNames()).toIterable().startsWith("method", "weight");
      }
      assertThat(json.path("kinds")).isNotEmpty();
    }

    Settings settings = new SettingsReader().file(out.resolve("settings.yaml")).settings();
    assertThat(settings.model().method()).isEqualTo(method);
    TrainedModel model = ModelDirectory.read(out).model();
    assertThat(model.size()).isEqualTo(settings.memberPlan(ROWS, ROWS).members());
    assertThat(json.at("/test/nll_analytic").isNumber()).isEqualTo(hasDensity(model));
    if (json.at("/test/nll_analytic").isNumber()) {
      // A normal distribution with the target's mean and spread has log(16 sqrt(2 pi e)) = 4.2.
      assertThat(json.at("/test/nll_analytic").asDouble()).isBetween(1.5, 5.0);
    }
    if (model.size() == 1 && model.components().stream().noneMatch(c -> c.spec().random())) {
      assertThat(json.at("/test/dispersion").asDouble()).isZero();
      assertThat(json.path("spread_factor").asDouble()).isEqualTo(1);
    }
    if (SERVED.contains(method)) {
      agreesWithItsExport(out, name);
    }
  }

  /** The kinds that a pool keeps differ between processors. */
  private static boolean hasDensity(TrainedModel model) {
    return model.components().stream().allMatch(kind -> kind.spec().law().density().isPresent());
  }

  /**
   * The exporter itself compares every output with the model; this test compares the served model.
   */
  private static void agreesWithItsExport(Path model, String name) throws IOException {
    Path base = folder.resolve(name + "-models");
    OtdRun.line("export", model, "--to", base, "--bank 400 --json").ok();
    JsonNode own = OtdRun.line("evaluate", model, "--data", data, "--draws 400 --json").json();
    assertThat(own.at("/scores/nll_analytic").isNumber())
        .isEqualTo(hasDensity(ModelDirectory.read(model).model()));
    JsonNode served = OtdRun.line("evaluate", base, "--data", data, "--json").json();
    assertThat(served.path("draws").asInt()).isEqualTo(own.path("draws").asInt());
    double score = own.at("/scores/energy_score").asDouble();
    // Other draws from the same distribution: a few percent with 400 of them.
    assertThat(served.at("/scores/energy_score").asDouble()).isCloseTo(score, within(.05 * score));
  }

  @Test
  void an_ensemble_of_any_method_pools_its_members() throws IOException {
    Path out = folder.resolve("otd-ensemble");
    OtdRun run = trained(out, "otd", "model.members=3", "training.steps=60", SHARED).ok();
    assertThat(run.err()).contains("3 of 3 networks done, 180 steps");
    assertThat(run.json().path("members")).hasSize(3);
    assertThat(run.json().path("steps").asInt()).isEqualTo(180);
    TrainedModel model = ModelDirectory.read(out).model();
    assertThat(model.members()).hasSize(3);
    assertThat(model.components().get(0).members().get(1).values().vector())
        .isNotEqualTo(model.components().get(0).members().get(0).values().vector());
    OtdRun alone = trained(folder.resolve("otd-alone"), "otd", "training.steps=60", SHARED);
    assertThat(alone.code()).isZero();
    assertThat(
            ModelDirectory.read(folder.resolve("otd-alone"))
                .model()
                .components()
                .get(0)
                .members()
                .get(0)
                .values()
                .vector())
        .isEqualTo(model.components().get(0).members().get(0).values().vector());
    OtdRun points =
        trained(folder.resolve("points"), "deterministic", "model.members=2", "training.steps=30")
            .ok();
    assertThat(points.json().at("/test/dispersion").asDouble()).isPositive();
  }

  @Test
  void a_loss_unsuitable_for_the_outputs_is_rejected() {
    OtdRun run = trained(folder.resolve("bad"), "mdn", "loss.type=energy_score");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("loss, model: energy score of GaussianMixture");
    OtdRun unknown = trained(folder.resolve("bad"), "magic");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("--method: magic (expected: one of ").contains("mc-dropout");
  }
}
