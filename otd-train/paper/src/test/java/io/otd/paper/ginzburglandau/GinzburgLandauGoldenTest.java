// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.ginzburglandau;

import static io.otd.core.Near.assertMeets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GinzburgLandauGoldenTest {
  /** Tolerance of the golden file, and a separate one for the forcing. */
  private static final double TOLERANCE = 1e-11;

  private static final double FORCING_TOLERANCE = 1e-14;

  private static final JsonNode GOLDEN = Golden.read("gl");

  @Test
  void the_forcing_matches_the_golden_values() {
    double[] x = Golden.doubles(GOLDEN.get("forcing_x"));
    double[] y = Golden.doubles(GOLDEN.get("forcing_y"));
    for (JsonNode wanted : GOLDEN.get("forcing")) {
      Forcing forcing = new Forcing(wanted.get("mu").asDouble());
      double[] found =
          IntStream.range(0, x.length).mapToDouble(i -> forcing.at(x[i], y[i])).toArray();
      assertMeets(found, wanted.get("f"), FORCING_TOLERANCE);
    }
  }

  @Test
  void the_laplacian_matches_the_golden_values() {
    JsonNode wanted = GOLDEN.get("laplacian");
    NeumannLaplacian laplacian = new NeumannLaplacian(new CellGrid(wanted.get("N").asInt()));
    assertMeets(laplacian.of(Golden.doubles(wanted.get("u"))), wanted.get("cell"), TOLERANCE);
  }

  @Test
  void time_steps_match_the_golden_values() {
    for (JsonNode wanted : GOLDEN.get("time_steps")) {
      GinzburgLandau equation = GinzburgLandau.PAPER.withGrid(wanted.get("N").asInt());
      double mu = wanted.get("mu").asDouble();
      assertMeets(
          new Forcing(mu).on(new CellGrid(equation.grid())), wanted.get("f"), FORCING_TOLERANCE);
      SemiImplicitScheme scheme = new SemiImplicitScheme(equation, mu);
      assertMeets(scheme.field(), wanted.get("u0"), TOLERANCE);
      for (int step = 1; step <= 10; step++) {
        scheme.step();
        if (wanted.has("u" + step)) {
          assertMeets(scheme.field(), wanted.get("u" + step), TOLERANCE);
        }
      }
    }
  }

  static List<JsonNode> equilibria() {
    return List.of(
            GOLDEN.get("equilibrium_small"), GOLDEN.get("equilibrium_64"), GOLDEN.get("survey_64"))
        .stream()
        .map(Golden::list)
        .flatMap(List::stream)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("equilibria")
  void equilibria_match_the_golden_values(JsonNode wanted) {
    GinzburgLandau equation =
        GinzburgLandau.PAPER.withGrid(wanted.has("N") ? wanted.get("N").asInt() : 64);
    Equilibrium end = equation.solve(wanted.get("mu").asDouble(), () -> false).orElseThrow();
    assertThat(end.converged()).isTrue();
    assertThat(end.steps()).isEqualTo(wanted.get("steps").asInt());
    double[] u = end.field();
    double[] summary = {
      Arrays.stream(u).min().orElseThrow(),
      Arrays.stream(u).max().orElseThrow(),
      Arrays.stream(u).average().orElseThrow(),
      Arrays.stream(u).map(v -> v * v).average().orElseThrow()
    };
    List<String> names = List.of("min", "max", "mean", "mean_square");
    for (int i = 0; i < summary.length; i++) {
      assertMeets(summary[i], wanted.get(names.get(i)), TOLERANCE);
    }
    // Differences of numbers near 1: their error is a few roundings, not proportional to their
    // size.
    assertThat(end.change()).isCloseTo(wanted.get("last_change").asDouble(), within(1e-13));
    assertThat(end.residual()).isCloseTo(wanted.get("r_eq").asDouble(), within(1e-12));
    if (wanted.has("values")) {
      double[] found =
          Golden.list(GOLDEN.get("points_64")).stream()
              .mapToDouble(p -> u[p.get(0).asInt() * 64 + p.get(1).asInt()])
              .toArray();
      assertMeets(found, wanted.get("values"), TOLERANCE);
    }
  }

  @Test
  void stepping_ends_at_the_first_check_with_a_small_change() {
    for (JsonNode wanted : GOLDEN.get("equilibrium_small")) {
      GinzburgLandau paper = GinzburgLandau.PAPER;
      int before = wanted.get("steps").asInt() - paper.checkEvery();
      GinzburgLandau cut =
          new GinzburgLandau(
              wanted.get("N").asInt(),
              paper.epsilon(),
              paper.timeStep(),
              paper.tolerance(),
              paper.checkEvery(),
              before);
      Equilibrium end = cut.solve(wanted.get("mu").asDouble(), () -> false).orElseThrow();
      assertThat(end.converged()).isFalse();
      assertThat(end.steps()).isEqualTo(before);
      assertThat(end.change())
          .isCloseTo(wanted.get("change_at_previous_check").asDouble(), within(1e-13));
    }
  }

  @Test
  void mu_and_the_split_match_the_golden_values() {
    JsonNode mu = Golden.read("data").get("gl_mu");
    GinzburgLandauCases cases = GinzburgLandauCases.PAPER;
    assertThat(cases.cases()).isEqualTo(mu.get("count").asInt());
    assertThat(cases.mu(0)).isEqualTo(mu.get("first").asDouble());
    assertThat(cases.mu(1)).isEqualTo(mu.get("second").asDouble());
    assertThat(cases.mu(98)).isEqualTo(mu.get("index_98").asDouble());
    assertThat(cases.mu(255)).isEqualTo(mu.get("last").asDouble());
    JsonNode wanted = Golden.read("data").get("gl_split");
    GinzburgLandauSplit split = GinzburgLandauSplit.of(256);
    assertThat(split.test()).containsExactly(integers(wanted.get("test")));
    assertThat(split.training())
        .containsExactlyInAnyOrder(integers(wanted.get("train")))
        .isSorted();
    assertThat(split.test()).contains(integers(wanted.get("shown")));
  }

  private static int[] integers(JsonNode node) {
    return Arrays.stream(Golden.doubles(node)).mapToInt(v -> (int) v).toArray();
  }
}
