// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.light.internal.model.LightModel;
import io.otd.light.internal.tape.Tape;
import io.otd.predict.InputCells;
import io.otd.serve.internal.parallel.ParallelPieces;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;

/** Computes the outputs of rows. Thread-safe. */
public final class LightEngine {
  /** Rows that a thread processes at once, if there are many. */
  private static final int BLOCK = 16;

  private static final List<String> LAW =
      List.of(ServingNames.SAMPLES, ServingNames.MEAN, ServingNames.STD);

  /** Outputs that few ask for, and that cost much. */
  private static final List<String> PARTS = List.of(ServingNames.WITHIN, ServingNames.BETWEEN);

  private final LightModel model;
  private final Plan laws;
  private final List<String> usual;
  private final AtomicReference<Plan> all = new AtomicReference<>();
  private final AtomicReference<Plan> ofUsual = new AtomicReference<>();
  private final AtomicReference<Plan> drawn = new AtomicReference<>();

  /** Plans the computation of laws; the others are planned when they are first wanted. */
  public LightEngine(LightModel model) {
    this.model = model;
    this.laws = plan(LAW);
    this.usual = model.outputNames().stream().filter(name -> !PARTS.contains(name)).toList();
  }

  private Plan plan(List<String> outputs) {
    Tape tape = model.tape();
    int[] tensors = new int[outputs.size()];
    for (int i = 0; i < tensors.length; i++) {
      tensors[i] = tape.output(outputs.get(i));
    }
    return new Plan(tape, tensors, Plan.rowsAtOnce(tape));
  }

  private Plan plan(AtomicReference<Plan> place, List<String> outputs) {
    Plan known = place.get();
    if (known != null) {
      return known;
    }
    Plan plan = plan(outputs);
    place.set(plan);
    return plan;
  }

  /** The model. */
  public LightModel model() {
    return model;
  }

  /** Rows as the model takes them, {@code [n][d_x]}. */
  public float[][] encoded(InputCells cells) {
    float[][] x = new float[cells.rows()][];
    for (int i = 0; i < x.length; i++) {
      InputCells row = cells.rows(i, i + 1);
      x[i] = model.schema().encode(row.numbers(), Arrays.asList(row.texts()));
    }
    return x;
  }

  /**
   * The laws of rows, from the bank. Many rows are divided among the calling thread and the common
   * pool.
   *
   * @param x encoded rows, {@code [n][d_x]}
   * @param result what is made of a law; in any thread
   * @return one per row
   */
  public <T> List<T> laws(float[][] x, Function<RowLaw, T> result) {
    Object[] results = new Object[x.length];
    inBlocks(
        laws, x, (row, of) -> results[row] = result.apply(new RowLaw(x[row], of[0], of[1], of[2])));
    @SuppressWarnings("unchecked") // what the function gave
    List<T> list = (List<T>) Arrays.asList(results);
    return list;
  }

  /**
   * Outputs of rows, from the bank. Many rows are divided as for {@link #laws}.
   *
   * @param x encoded rows, {@code [n][d_x]}
   * @param names of outputs of {@link LightModel#outputNames}
   * @param eachRow runs after each row, in any thread; may throw
   * @return for each name the values of all rows, {@code [n, ...]}, row-major
   */
  public Map<String, float[]> outputs(float[][] x, List<String> names, Runnable eachRow) {
    boolean few = LAW.containsAll(names);
    boolean most = usual.containsAll(names);
    List<String> computed = few ? LAW : most ? usual : model.outputNames();
    Map<String, float[]> outputs = new LinkedHashMap<>();
    for (String name : names) {
      int size = model.tape().type(model.tape().output(name)).size();
      outputs.put(name, new float[Math.multiplyExact(x.length, size)]);
    }
    inBlocks(
        few ? laws : plan(most ? ofUsual : all, computed),
        x,
        (row, of) -> {
          outputs.forEach(
              (name, values) -> {
                float[] from = of[computed.indexOf(name)];
                System.arraycopy(from, 0, values, row * from.length, from.length);
              });
          eachRow.run();
        });
    return outputs;
  }

  private static void inBlocks(Plan plan, float[][] x, Plan.Sink sink) {
    if (x.length < 2 * BLOCK) {
      plan.run(x, 0, x.length, 0, sink);
      return;
    }
    int blocks = (x.length - 1) / BLOCK + 1;
    AtomicInteger next = new AtomicInteger();
    Supplier<Boolean> inTurn =
        () -> {
          for (int i = next.getAndIncrement(); i < blocks; i = next.getAndIncrement()) {
            plan.run(x, i * BLOCK, Math.min(x.length, (i + 1) * BLOCK), 0, sink);
          }
          return true;
        };
    int threads = Math.min(blocks, 1 + ForkJoinPool.getCommonPoolParallelism());
    List<Boolean> unused = ParallelPieces.COMMON.all(Collections.nCopies(threads, inTurn));
  }

  /**
   * Draws of rows from seeds.
   *
   * @param x encoded rows, {@code [n][d_x]}
   * @param seeds {@code [n]}
   * @return one per row, {@code [S, d_y]}, row-major
   */
  public List<float[]> draws(float[][] x, long[] seeds) {
    Plan plan = plan(drawn, List.of(LightModel.DRAWN));
    float[][] draws = new float[x.length][];
    for (int from = 0, to = 0; from < x.length; from = to) {
      while (to < x.length && seeds[to] == seeds[from]) {
        to++;
      }
      plan.run(x, from, to, seeds[from], (row, outputs) -> draws[row] = outputs[0]);
    }
    return List.of(draws);
  }
}
