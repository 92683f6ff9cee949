// SPDX-License-Identifier: Apache-2.0
package io.otd.app.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.table.problem.InputException;
import io.otd.table.read.DataFile;
import io.otd.table.read.TableReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SyntheticTableTest {
  private static final int ROWS = 4000;

  @TempDir Path folder;

  private static ExactScores write(OutputStream out, Formula formula, int inputs, long seed)
      throws IOException {
    return new SyntheticTable(formula, inputs)
        .write(out, ROWS, new SplittableRandom(seed), row -> {}, () -> false)
        .orElseThrow();
  }

  private Path file(Formula formula, int inputs, long seed) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(out, formula, inputs, seed);
    return Files.write(folder.resolve("t.csv"), out.toByteArray());
  }

  @ParameterizedTest
  @EnumSource
  void the_scores_can_be_reproduced_from_the_written_file(Formula formula) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ExactScores written = write(out, formula, 9, 3);
    Path file = Files.write(folder.resolve("t.csv"), out.toByteArray());
    assertThat(SyntheticTable.score(file, formula)).isEqualTo(written);
    assertThat(written.rows()).isEqualTo(ROWS);
    DataFile table = TableReader.read(file);
    assertThat(table.table().names())
        .containsExactly("x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "y");
    // A single score has about the spread of the distribution: at most 3, or twice its mean,
    // divided by the root of the rows.
    double spread = Math.max(3, 2 * written.expectedEnergyScore());
    assertThat(written.energyScore())
        .isCloseTo(written.expectedEnergyScore(), within(5 * spread / Math.sqrt(ROWS)))
        .isNotEqualTo(written.expectedEnergyScore());
  }

  /** The documented formula, with numbers computed by hand. */
  @Test
  void the_laws_match_their_descriptions() {
    double[] x = {.5, 1, 0, .2, .4, .25, .5};
    // 10 sin(pi / 2) + 20 / 4 + 2 + 2 = 19
    MixtureLaw friedman = (MixtureLaw) Formula.FRIEDMAN.law(x);
    assertThat(friedman.mean()).isCloseTo(19, within(1e-12));
    assertThat(friedman.deviations()).containsExactly(1);
    MixtureLaw branches = (MixtureLaw) Formula.BRANCHES.law(x);
    assertThat(branches.weights()).containsExactly(.375, .625);
    assertThat(branches.means()).containsExactly(new double[] {17, 21}, within(1e-12));
    assertThat(branches.deviations()).containsExactly(.5, .5);
    MixtureLaw tails = (MixtureLaw) Formula.TAILS.law(x);
    assertThat(tails.weights()).containsExactly(.9, .1);
    assertThat(tails.means()).containsExactly(new double[] {19, 19}, within(1e-12));
    assertThat(tails.deviations()).containsExactly(.75, 4.5);
    // 3 / 2 + 2 (1) (0), and 1/4 + 1/8
    assertThat(Formula.SCALE.law(x)).isEqualTo(new LogNormalLaw(1.5, .375));
  }

  /** The mean dispersion of N(m, (1/2 + 2 x)^2) over x is 3/2 divided by sqrt(pi). */
  @Test
  void the_expected_score_is_the_mean_over_the_inputs() throws IOException {
    ExactScores scores = write(OutputStream.nullOutputStream(), Formula.FRIEDMAN, 7, 5);
    double exact = 1.5 / Math.sqrt(Math.PI);
    // 2 x6 / sqrt(pi) has the standard deviation 0.33.
    assertThat(scores.expectedEnergyScore()).isCloseTo(exact, within(5 * .33 / Math.sqrt(ROWS)));
    // E (1/2 + 2 x)^2 = 1/4 + 1 + 4/3
    assertThat(scores.rmse()).isCloseTo(Math.sqrt(31 / 12.0), within(.15));
  }

  @Test
  void the_inputs_are_uniform_and_the_numbers_have_six_decimals() throws IOException {
    DataFile table = TableReader.read(file(Formula.FRIEDMAN, 30, 1));
    double[] last = table.table().column("x30").numbers();
    double mean = Arrays.stream(last).average().orElseThrow();
    assertThat(mean).isCloseTo(.5, within(5 * Math.sqrt(1.0 / 12 / ROWS)));
    assertThat(Arrays.stream(last).min().orElseThrow()).isBetween(0.0, .01);
    assertThat(Arrays.stream(last).max().orElseThrow()).isBetween(.99, 1.0);
    assertThat(Files.readAllLines(folder.resolve("t.csv")).get(1))
        .matches("([01]\\.\\d{6},){30}-?\\d+\\.\\d{6}");
  }

  @Test
  void the_seed_determines_the_bytes() throws IOException {
    byte[] first = Files.readAllBytes(file(Formula.TAILS, 8, 1));
    assertThat(Files.readAllBytes(file(Formula.TAILS, 8, 1))).isEqualTo(first);
    assertThat(Files.readAllBytes(file(Formula.TAILS, 8, 2))).isNotEqualTo(first);
  }

  /** More rows than fit into memory: it ends because it is told to. */
  @Test
  void reports_progress_while_writing_and_stops_on_request() throws IOException {
    List<Long> told = new ArrayList<>();
    assertThat(
            new SyntheticTable(Formula.FRIEDMAN, 7)
                .write(
                    OutputStream.nullOutputStream(),
                    1L << 40,
                    new SplittableRandom(1),
                    told::add,
                    () -> told.size() == 4))
        .isEmpty();
    assertThat(told).containsExactly(0L, 1L << 14, 2L << 14, 3L << 14);
  }

  @Test
  void a_table_not_made_by_a_formula_is_rejected() throws IOException {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SyntheticTable(Formula.TAILS, 6))
        .withMessage("inputs: 6 (expected: at least 7)");
    assertWrong("x1,y\n.5,1\n", "no column x2 (expected: a table made by otd data synthetic)");
    assertWrong("x1,x2,x3,x4,x5,x6,x7,y\n", "no rows (expected: at least one)");
    assertWrong(
        "x1,x2,x3,x4,x5,x6,x7,y\n0,0,0,0,0,0,0,1\n0,0,2,0,0,0,0,1\n",
        "row 2: x3 is 2.0 (expected: from 0 to 1)");
  }

  private void assertWrong(String text, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("wrong.csv"), text);
    assertThatThrownBy(() -> SyntheticTable.score(file, Formula.TAILS))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
  }
}
