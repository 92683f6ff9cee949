// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.RandomTable;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.schema.BoundedTransform;
import io.otd.core.schema.IdentityTransform;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import io.otd.core.schema.TargetSupport.Lattice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Targets with bounds and lattices end to end: train, evaluate, export, predict with the export.
 */
@Tag("long")
class SupportWayTest {
  private static final int ROWS = 400;
  private static final int DRAWS = 400;

  @TempDir Path folder;

  /**
   * A line with normal noise of standard deviation 0.5, and the observed value computed from it.
   */
  private Path table(DoubleUnaryOperator observed) throws IOException {
    RandomTable.Row row =
        (i, random) -> {
          double x = random.nextDouble(-2, 2);
          double y = observed.applyAsDouble(x + .5 * random.nextGaussian());
          return String.format(Locale.ROOT, "%.4f,%s", x, y);
        };
    return Files.writeString(folder.resolve("table.csv"), RandomTable.csv("x,y", ROWS, 3, row));
  }

  private Path trained(Path data, String... settings) {
    Path model = folder.resolve("model" + settings.length);
    OtdRun.line(
            "train --data",
            data,
            "--target y --out",
            model,
            "--set model.hidden=16,16 --set model.members=1 --set masks.velocity=8",
            "--set masks.steps=1 --set training.steps=600 --set training.learning_rate=0.005",
            "--set evaluation.draws=" + DRAWS,
            OtdRun.set(settings))
        .ok();
    return model;
  }

  private JsonNode predicted(Path model, Object... options) throws IOException {
    Path rows = Files.writeString(folder.resolve("new.csv"), "x\n-1.5\n-0.3\n1.5\n");
    OtdRun run = OtdRun.line("predict", model, "--data", rows, "--json", options).ok();
    return run.json().path("predictions");
  }

  private Path exported(Path model) {
    Path base = folder.resolve("served");
    OtdRun.line("export", model, "--to", base, "--bank", DRAWS).ok();
    return base;
  }

  private static TargetColumn target(Path model) throws IOException {
    return ModelDirectory.read(model).model().schema().targets().get(0);
  }

  /** P(x + 0.5 e <= 0) is 0.9987, 0.726 and 0.0013 at the three rows. */
  @Test
  void the_probability_of_an_atom_is_learned_and_served() throws IOException {
    Path model = trained(table(y -> Math.max(y, 0)));
    assertThat(target(model).support())
        .isEqualTo(TargetSupport.between(0, Double.POSITIVE_INFINITY));
    for (Path from : List.of(model, exported(model))) {
      JsonNode rows = predicted(from, "--samples", "" + DRAWS);
      assertThat(zeros(rows, 0)).isGreaterThan(.9);
      assertThat(zeros(rows, 1)).isCloseTo(.726, within(.17));
      assertThat(zeros(rows, 2)).isLessThan(.15);
    }
    JsonNode scores = scores(model, "table.csv");
    // That of the exact distribution is 0.141: the mean over x of the integral of F (1 - F) above
    // 0.
    assertThat(scores.path("energy_score").asDouble()).isCloseTo(.141, within(.025));
    assertThat(scores.path("mace").asDouble()).isLessThan(.06);
  }

  /**
   * The noise is twice as wide as the distance of the line from 0 for the smallest predictions. The
   * exact law is log-normal: the probability of a value below a tenth of the median is that of a
   * normal law below -log(10) / 0.5, or .000002.
   */
  @Test
  void a_target_above_0_is_never_predicted_negative_and_its_density_goes_down_to_0()
      throws IOException {
    Path model = trained(table(Math::exp));
    assertThat(target(model).transform()).isInstanceOf(BoundedTransform.class);
    assertThat(target(model).support()).isEqualTo(TargetSupport.REAL);
    for (Path from : List.of(model, exported(model))) {
      JsonNode rows = predicted(from, "--samples", "" + DRAWS);
      for (int row = 0; row < 3; row++) {
        for (int k = 1; k <= DRAWS; k++) {
          assertThat(rows.get(row).path("sample_" + k).asDouble()).isPositive();
        }
      }
      double median = rows.get(0).path("q0.5").asDouble();
      assertThat(median).isCloseTo(Math.exp(-1.5), within(.15));
      assertThat(below(rows, 0, median / 10)).isLessThan(.05);
    }
    Path real = trained(table(Math::exp), "columns.target_support=real", "training.steps=20");
    assertThat(target(real).transform()).isEqualTo(new IdentityTransform());
  }

  private static double below(JsonNode rows, int row, double value) {
    return IntStream.rangeClosed(1, DRAWS)
            .filter(k -> rows.get(row).path("sample_" + k).asDouble() < value)
            .count()
        / (double) DRAWS;
  }

  /** The share of a row's draws that are exactly 0. */
  private static double zeros(JsonNode rows, int row) {
    return IntStream.rangeClosed(1, DRAWS)
            .filter(k -> rows.get(row).path("sample_" + k).asDouble() == 0)
            .count()
        / (double) DRAWS;
  }

  private JsonNode scores(Path model, String data) throws IOException {
    OtdRun run = OtdRun.line("evaluate", model, "--data", folder.resolve(data), "--json").ok();
    return run.json().path("scores");
  }

  /** Noise of 0.05 is far less than a step: nearly every draw rounds to the observed value. */
  @Test
  void draws_are_rounded_if_validation_improves() throws IOException {
    RandomTable.Row noisy =
        (i, random) -> {
          int steps = random.nextInt(5);
          double x = steps + .1 * random.nextGaussian();
          return String.format(Locale.ROOT, "%.4f,%s", x, 10 + .5 * steps);
        };
    String text = RandomTable.csv("x,y", ROWS, 3, noisy);
    Path model = trained(Files.writeString(folder.resolve("table.csv"), text));
    assertThat(target(model).support().lattice()).isEqualTo(new Lattice(1, 2));
    for (Path from : List.of(model, exported(model))) {
      for (JsonNode row : predicted(from)) {
        double median = row.path("q0.5").asDouble();
        assertThat(median).isBetween(10.0, 12.0);
        assertThat(2 * median).isEqualTo(Math.rint(2 * median));
      }
    }
    assertThat(ModelDirectory.read(model).model().metrics()).containsKey("validation.lattice_gain");
  }

  /**
   * In single precision, as exports give draws, a tenth is above a tenth. P(y <= 0.1) is 0.9987.
   */
  @Test
  void draws_at_a_bound_of_a_tenth_count_as_at_or_below_it() throws IOException {
    Path data = table(y -> Math.max(1, Math.rint(10 * y)) / 10);
    Path model = trained(data, "columns.target_support=0.1.. by 0.1", "training.steps=300");
    for (Path from : List.of(model, exported(model))) {
      JsonNode row = predicted(from, "--thresholds", "0.1").get(0);
      assertThat(row.path("below_0.1").asDouble()).isGreaterThan(.8);
    }
  }

  /** Rounding to whole numbers does not matter for a distribution that is fifty steps wide. */
  @Test
  void draws_are_not_rounded_if_validation_does_not_improve() throws IOException {
    Path model = trained(table(y -> Math.rint(100 * y)), "training.steps=100");
    assertThat(target(model).support()).isEqualTo(TargetSupport.REAL);
    assertThat(ModelDirectory.read(model).model().metrics()).containsKey("validation.lattice_gain");
  }
}
