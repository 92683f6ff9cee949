// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.RandomTable;
import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.network.BoostedForest;
import io.otd.core.internal.network.Forest;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.SamplingProgram;
import io.otd.train.internal.network.TrainingRows;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForestsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "100, 1, 64", // no more help
    "100, 5, 32", // 160 in all
    "1000, 100, 16", // no fewer are a distribution
    "20000, 5, 20", // 2^21 leaves in all
    "50000, 1, 41",
    "131072, 1, 16"
  })
  void the_trees_are_as_many_as_the_draws_and_the_memory_allow(int rows, int members, int trees) {
    assertThat(Forests.trees(rows, members)).isEqualTo(trees);
  }

  @ParameterizedTest
  @CsvSource({"10, 1, 131072", "10, 5, 26214", "1000, 1, 67108", "1, 1, 131072"})
  void the_rows_are_bounded_by_leaves_and_cells(int columns, int members, int rows) {
    assertThat(Forests.mostRows(columns, members)).isEqualTo(rows);
    assertThat((long) Forests.mostRows(columns, members) * members * Forests.trees(rows, members))
        .isLessThanOrEqualTo(1 << 21);
  }

  private Settings settings(String path, String value) throws IOException {
    RandomTable.Row row =
        (i, random) -> {
          double a = random.nextDouble();
          return a + ",c" + i % 25 + "," + (100 + 10 * a + i % 25);
        };
    String text = RandomTable.csv("a,c,y", 200, 1, row);
    Path file = Files.writeString(folder.resolve("t.csv"), text);
    return new SettingsReader()
        .text("model: {method: pool, members: 2}", "test")
        .value("data.file", List.of(file.toString()), "test")
        .value("data.target", List.of("y"), "test")
        .value(path, List.of(value), "test")
        .settings();
  }

  private static Component forests(Settings settings, int members) {
    return Forests.of(settings, PreparedTable.read(settings), Workers.ONE_BY_ONE)
        .get(0)
        .first(members);
  }

  private static Set<Integer> inputs(Component trained) {
    Forest forest = (Forest) trained.spec().network();
    Set<Integer> inputs = new HashSet<>();
    float[] parameters = trained.members().get(0).values().vector();
    for (int i = 0; i < forest.trees() * forest.nodes(); i++) {
      inputs.add((int) parameters[i]);
    }
    return inputs;
  }

  @Test
  void trees_compare_numbers_and_categories_but_no_pieces() throws IOException {
    Settings settings = settings("columns.pieces", "8");
    PreparedTable data = PreparedTable.read(settings);
    int pieces = data.schema().width() - 1 - 25;
    assertThat(pieces).isPositive();
    Set<Integer> inputs = inputs(forests(settings, 1));
    assertThat(inputs).contains(0).hasSizeGreaterThan(20);
    for (int p = 1; p <= pieces; p++) {
      assertThat(inputs).doesNotContain(p);
    }
  }

  /** Of 200 rows, trees learn little of 25 categories. */
  @Test
  void all_inputs_of_a_column_have_the_scale_of_its_relevance() throws IOException {
    Settings settings = settings("columns.pieces", "8");
    PreparedTable data = PreparedTable.read(settings);
    List<Float> scales = Forests.scales(settings, data, Workers.ONE_BY_ONE);
    int number = data.schema().width() - 25;
    assertThat(number).isEqualTo(9);
    assertThat(scales.subList(0, number)).containsOnly(1f);
    assertThat(new HashSet<>(scales.subList(number, scales.size()))).hasSize(1);
    assertThat(scales.get(number)).isBetween(.05f, .8f);
    assertThat(Forests.scales(settings, data, Workers.ONE_BY_ONE)).isEqualTo(scales);
  }

  @Test
  void only_networks_with_relevance_see_scaled_inputs() throws IOException {
    Settings settings = settings("columns.pieces", "0");
    PreparedTable data = PreparedTable.read(settings);
    TrainingRows rows = data.rows(new int[] {0, 1, 2});
    Settings plain = settings.components().get(0);
    Settings scaled = settings("model.relevance", "true").components().get(0);
    InputViews views = new InputViews(settings, data, Workers.ONE_BY_ONE);
    int category = data.schema().width() - 25;
    float scale = Forests.scales(settings, data, Workers.ONE_BY_ONE).get(category);
    assertThat(views.of(plain).of(rows).x()).isEqualTo(rows.x());
    assertThat(scale).isNotEqualTo(1);
    assertThat(views.of(scaled).of(rows).x()[category]).isEqualTo(scale * rows.x()[category]);
  }

  @Test
  void without_inputs_a_tree_is_one_row() throws IOException {
    Forest forest = (Forest) forests(settings("model.inputs", "false"), 2).spec().network();
    assertThat(forest.nodes()).isEqualTo(1);
    assertThat(forest.depth()).isEqualTo(1);
  }

  /** Groups are held out whole, so the members have different numbers of rows. */
  @Test
  void forests_of_different_numbers_of_rows_have_as_many_trees() throws IOException {
    StringBuilder text = new StringBuilder("a,g,y\n");
    SplittableRandom random = new SplittableRandom(1);
    for (int group = 0; group < 20; group++) {
      for (int i = 0; i < 200 * group; i++) {
        text.append(random.nextDouble() + ",g" + group + "," + i % 3 + "\n");
      }
    }
    Path file = Files.writeString(folder.resolve("g.csv"), text);
    Settings settings =
        new SettingsReader()
            .text("model: {method: pool, members: 5}", "test")
            .value("data.file", List.of(file.toString()), "test")
            .value("data.target", List.of("y"), "test")
            .value("data.group", List.of("g"), "test")
            .settings();
    Component all = forests(settings, 5);
    Forest forest = (Forest) all.spec().network();
    int nodes = forest.trees() * forest.nodes();
    for (Member member : all.members()) {
      for (int tree = 0; tree < forest.trees(); tree++) {
        float left = member.values().vector()[2 * nodes + tree * forest.nodes()];
        // A root that led to itself would never reach a leaf.
        assertThat(left).isNotZero();
      }
    }
    int[] rows =
        PreparedTable.read(settings).memberRows().stream()
            .mapToInt(m -> Forests.trees(m.train().length, 5))
            .distinct()
            .toArray();
    assertThat(rows).hasSizeGreaterThan(1);
  }

  @Test
  void the_same_seed_gives_the_same_forests_whenever_they_are_grown() throws IOException {
    Settings settings = settings("training.seed", "3");
    Component both = forests(settings, 2);
    Component again = forests(settings, 2);
    assertThat(again.spec()).isEqualTo(both.spec());
    for (int m = 0; m < 2; m++) {
      assertThat(again.members().get(m).values().vector())
          .isEqualTo(both.members().get(m).values().vector());
    }
    assertThat(both.members().get(0).values().vector())
        .isNotEqualTo(both.members().get(1).values().vector());
    assertThat(forests(settings("training.seed", "4"), 2).members().get(0).values().vector())
        .isNotEqualTo(both.members().get(0).values().vector());
  }

  private static Component boosted(Settings settings, int members) {
    return Forests.of(settings, PreparedTable.read(settings), Workers.ONE_BY_ONE)
        .get(1)
        .first(members);
  }

  @Test
  void boosted_trees_of_two_members_fit_into_one_model() throws IOException {
    Settings settings = settings("training.seed", "3");
    Component both = boosted(settings, 2);
    assertThat(both.name()).isEqualTo("boosted-trees");
    assertThat(both.spec().network()).isInstanceOf(BoostedForest.class);
    float[] first = both.members().get(0).values().vector();
    assertThat(both.members().get(1).values().vector()).isNotEqualTo(first);
    assertThat(boosted(settings, 2).members().get(0).values().vector()).isEqualTo(first);
  }

  /** A smooth law, of which further trees always learn more. */
  @ParameterizedTest
  @CsvSource({"1, 2006", "2, 606"})
  void boosted_trees_of_several_members_are_fewer(int members, int most) throws IOException {
    RandomTable.Row row =
        (i, random) -> {
          double a = random.nextDouble();
          double b = random.nextDouble();
          double y = Math.sin(9 * a) * Math.cos(7 * b) + .01 * (a + b) * random.nextGaussian();
          return a + "," + b + "," + y;
        };
    Path file = Files.writeString(folder.resolve("y.csv"), RandomTable.csv("a,b,y", 1500, 1, row));
    Settings settings =
        new SettingsReader()
            .text("model: {method: pool}", "test")
            .value("data.file", List.of(file.toString()), "test")
            .value("data.target", List.of("y"), "test")
            .value("model.members", List.of(String.valueOf(members)), "test")
            .settings();
    BoostedForest network = (BoostedForest) boosted(settings, 1).spec().network();
    assertThat(network.forest().trees()).isBetween(most / 2, most);
  }

  /**
   * Each group has a level of its own, which its rows tell of each other, but not of new groups.
   */
  @Test
  void boosted_trees_predict_groups_that_they_have_not_seen() throws IOException {
    StringBuilder text = new StringBuilder("a,g,y\n");
    SplittableRandom random = new SplittableRandom(1);
    for (int group = 0; group < 60; group++) {
      double level = random.nextGaussian();
      for (int i = 0; i < 10; i++) {
        double a = group + .5 * random.nextDouble();
        text.append(a + ",g" + group + "," + (level + .01 * random.nextGaussian()) + "\n");
      }
    }
    Path file = Files.writeString(folder.resolve("g.csv"), text);
    Settings settings =
        new SettingsReader()
            .text("model: {method: pool, members: 2}", "test")
            .value("data.file", List.of(file.toString()), "test")
            .value("data.target", List.of("y"), "test")
            .value("data.group", List.of("g"), "test")
            .settings();
    // Rows of the same group would tell the level to .01.
    assertThat(deviation(boosted(settings, 1))).isGreaterThan(.7);
  }

  /** The targets are noise. Trees that had seen a row would know its own. */
  @Test
  void boosted_trees_of_a_single_group_do_not_see_the_rows_that_they_predict() throws IOException {
    StringBuilder text = new StringBuilder("a,site,y\n");
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 300; i++) {
      text.append(random.nextDouble() + ",s" + i % 2 + "," + random.nextGaussian() + "\n");
    }
    Path file = Files.writeString(folder.resolve("s.csv"), text);
    Settings settings =
        new SettingsReader()
            .text("model: {method: pool, members: 2}", "test")
            .value("data.file", List.of(file.toString()), "test")
            .value("data.target", List.of("y"), "test")
            .value("data.group", List.of("site"), "test")
            .value("data.test_fraction", List.of("0"), "test")
            .settings();
    assertThat(deviation(boosted(settings, 1))).isGreaterThan(.8);
  }

  /** Standard deviation of the draws for a row of zeros. */
  private static double deviation(Component boosted) {
    float[] drawn;
    try (SamplingProgram program =
        new SamplingProgram(
            boosted.spec(),
            200,
            1,
            DrawDesign.LATIN_HYPERCUBE,
            new Compiler(Compilation.XLA, w -> {}))) {
      drawn =
          program.sample(
              boosted.members().get(0).values().vector(), new float[boosted.spec().inputs()], 3);
    }
    double mean = IntStream.range(0, 200).mapToDouble(k -> drawn[k]).average().orElseThrow();
    double variance =
        IntStream.range(0, 200).mapToDouble(k -> Math.pow(drawn[k] - mean, 2)).average().orElse(0);
    return Math.sqrt(variance);
  }
}
