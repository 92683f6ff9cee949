// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.SamplingProgram;
import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.table.problem.InputException;
import io.otd.train.internal.network.TrainingRows;
import io.otd.train.settings.Method;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeenInputsTest {
  private static final int ROWS = 3;
  private static final int DRAWS = 6;
  private static final NumericInput.Piece PIECE = new NumericInput.Piece(0, 1, 0, 1);

  /** Seven inputs: a, an indicator of a missing a, two pieces of a, a boolean, b, a piece of b. */
  private static final TableSchema SCHEMA =
      new TableSchema(
          List.of(
              new NumericInput("a", 0, 1, -9, 9, 0, MissingRule.INDICATED, List.of(PIECE, PIECE)),
              new BooleanInput("c", List.of("no"), List.of("yes"), .5, .5, MissingRule.REFUSED),
              new NumericInput("b", 0, 1, -9, 9, 0, MissingRule.REFUSED, List.of(PIECE))),
          List.of(TargetColumn.scaled("y", 0, 1)));

  private static final int[] WITHOUT_PIECES = {0, 1, 4, 5};

  private static float[] normal(long seed, int size, double scale) {
    Random random = new Random(seed);
    float[] values = new float[size];
    for (int i = 0; i < size; i++) {
      values[i] = (float) (scale * random.nextGaussian());
    }
    return values;
  }

  private static TrainingRows rows(float[] x) {
    return new TrainingRows(x, new float[ROWS], ROWS);
  }

  private static float[] selected(float[] x) {
    return concat(
        IntStream.range(0, ROWS)
            .mapToObj(
                row -> {
                  float[] kept = new float[WITHOUT_PIECES.length];
                  for (int j = 0; j < kept.length; j++) {
                    kept[j] = x[row * SCHEMA.width() + WITHOUT_PIECES[j]];
                  }
                  return kept;
                })
            .toList());
  }

  private static float[] concat(List<float[]> parts) {
    float[] all = new float[parts.stream().mapToInt(p -> p.length).sum()];
    int at = 0;
    for (float[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  private static float[] sample(ModelSpec model, float[] parameters, float[] x) {
    try (SamplingProgram program =
        new SamplingProgram(
            model, DRAWS, ROWS, DrawDesign.INDEPENDENT, new Compiler(Compilation.NONE, w -> {}))) {
      return program.sample(parameters, x, 7);
    }
  }

  @Test
  void a_network_with_pieces_sees_all_inputs() {
    SeenInputs seen = new SeenInputs(Method.OTD_PIECES.standard(), SCHEMA);
    TrainingRows rows = rows(normal(2, ROWS * SCHEMA.width(), 1));

    assertThat(seen.of(rows)).isSameAs(rows);
    assertThat(seen.trained()).isEqualTo(seen.whole());
  }

  @Test
  void a_network_without_pieces_sees_the_other_inputs_in_order() {
    float[] x = normal(2, ROWS * SCHEMA.width(), 1);
    SeenInputs seen = new SeenInputs(Method.OTD.standard(), SCHEMA);

    assertThat(seen.of(rows(x)).x()).containsExactly(selected(x));
    assertThat(seen.trained().inputs()).isEqualTo(WITHOUT_PIECES.length);
  }

  @Test
  void stored_rows_are_filtered_in_the_same_way() {
    float[] x = normal(2, ROWS * SCHEMA.width(), 1);
    TrainingRows stored =
        TrainingRows.stored(
            (numbers, count, to, y) -> {
              for (int i = 0; i < count; i++) {
                System.arraycopy(
                    x, numbers[i] * SCHEMA.width(), to, i * SCHEMA.width(), SCHEMA.width());
              }
            },
            ROWS,
            Optional.empty());
    float[] read = new float[ROWS * WITHOUT_PIECES.length];
    new SeenInputs(Method.OTD.standard(), SCHEMA)
        .of(stored)
        .stored()
        .orElseThrow()
        .read(new int[] {0, 1, 2}, ROWS, read, new float[ROWS]);

    assertThat(read).containsExactly(selected(x));
  }

  @Test
  void shard_files_are_filtered_in_the_same_way(@TempDir Path folder) throws IOException {
    float[] x = normal(2, ROWS * SCHEMA.width(), 1);
    Path file = folder.resolve("rows");
    try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < SCHEMA.width(); j++) {
          out.writeFloat(x[i * SCHEMA.width() + j]);
        }
        out.writeFloat(i);
      }
    }
    ShardFile shard = new ShardFile(file, new ShardFile.Shape(ROWS, SCHEMA.width(), 1, false));
    TrainingRows stored = TrainingRows.stored(shard, ROWS, Optional.empty());

    ShardFile seen =
        ShardFile.of(new SeenInputs(Method.OTD.standard(), SCHEMA).of(stored)).orElseThrow();
    float[] second = new float[WITHOUT_PIECES.length];
    float[] target = new float[1];
    seen.read(new int[] {1}, 1, second, target);

    assertThat(seen.x()).containsExactly(selected(x));
    assertThat(seen.y()).containsExactly(0, 1, 2);
    assertThat(second)
        .containsExactly(
            Arrays.copyOfRange(selected(x), WITHOUT_PIECES.length, 2 * WITHOUT_PIECES.length));
    assertThat(target).containsExactly(1);
  }

  /** With linear path, residual blocks and random masks, as in the method. */
  @Test
  void the_whole_network_matches_the_trained_network() {
    SeenInputs seen = new SeenInputs(Method.OTD.standard(), SCHEMA);
    int size = seen.trained().parameters().stream().mapToInt(p -> p.size()).sum();
    float[] trained = normal(1, size, .2);
    float[] x = normal(2, ROWS * SCHEMA.width(), 1);

    float[] expected = sample(seen.trained(), trained, selected(x));
    float[] whole = sample(seen.whole(), seen.whole(trained), x);

    for (int i = 0; i < expected.length; i++) {
      assertThat(whole[i]).isCloseTo(expected[i], within(1e-5f));
    }
  }

  @Test
  void a_network_of_scaled_inputs_takes_over_the_scales() {
    List<Float> scales = List.of(.5f, 1f, .05f, .05f, 2f, .25f, 1f);
    SeenInputs seen = new SeenInputs(Method.OTD_PIECES.standard(), SCHEMA, scales);
    int size = seen.trained().parameters().stream().mapToInt(p -> p.size()).sum();
    float[] trained = normal(1, size, .2);
    float[] x = normal(2, ROWS * SCHEMA.width(), 1);
    float[] scaled = x.clone();
    for (int i = 0; i < x.length; i++) {
      scaled[i] *= scales.get(i % SCHEMA.width());
    }

    assertThat(seen.of(rows(x)).x()).containsExactly(scaled);
    assertThat(sample(seen.whole(), seen.whole(trained), x))
        .containsExactly(sample(seen.trained(), trained, scaled), within(1e-5f));
    assertThat(seen.trained(seen.whole(trained))).containsExactly(trained, within(1e-6f));
  }

  @Test
  void the_marginal_method_sees_only_ones() {
    SeenInputs seen = new SeenInputs(Method.MARGINAL.standard(), SCHEMA);

    assertThat(seen.of(rows(normal(2, ROWS * SCHEMA.width(), 1))).x())
        .hasSize(ROWS * WITHOUT_PIECES.length)
        .containsOnly(1);
  }

  /** The kernels that read the inputs contribute to the biases. */
  @Test
  void the_whole_marginal_network_ignores_its_inputs() {
    SeenInputs seen = new SeenInputs(Method.MARGINAL.standard(), SCHEMA);
    int size = seen.trained().parameters().stream().mapToInt(p -> p.size()).sum();
    float[] trained = normal(1, size, .2);
    float[] x = normal(2, ROWS * SCHEMA.width(), 1);

    float[] expected = sample(seen.trained(), trained, seen.of(rows(x)).x());
    float[] whole = sample(seen.whole(), seen.whole(trained), x);
    float[] seeing = sample(seen.trained(), trained, selected(x));

    double moved = 0;
    for (int i = 0; i < expected.length; i++) {
      assertThat(whole[i]).isCloseTo(expected[i], within(1e-4f));
      moved = Math.max(moved, Math.abs(seeing[i] - expected[i]));
    }
    assertThat(moved).as("what the inputs change where they are seen").isGreaterThan(.05);
  }

  /** As when a model is trained further. */
  @Test
  void a_network_that_is_trained_again_begins_as_it_ended() {
    SeenInputs seen = new SeenInputs(Method.OTD.standard(), SCHEMA);
    int size = seen.trained().parameters().stream().mapToInt(p -> p.size()).sum();
    float[] trained = normal(1, size, .2);
    assertThat(seen.trained(seen.whole(trained))).containsExactly(trained);

    SeenInputs ones = new SeenInputs(Method.MARGINAL.standard(), SCHEMA);
    float[] whole =
        ones.whole(
            normal(1, ones.trained().parameters().stream().mapToInt(p -> p.size()).sum(), .2));
    assertThat(ones.whole(ones.trained(whole))).containsExactly(whole);
  }

  @Test
  void a_network_of_another_size_is_refused_by_name() {
    SeenInputs seen = new SeenInputs(Method.OTD.standard(), SCHEMA);
    assertThatThrownBy(() -> seen.trained(new float[3]))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("training.from: networks of otd with 3 parameters (expected: ");
  }
}
