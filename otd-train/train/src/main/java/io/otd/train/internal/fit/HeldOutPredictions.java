// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.calibration.GroupColumns;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.EnsembleSampler;
import io.otd.core.internal.program.NoiseStream;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.NonFiniteDrawException;
import io.otd.table.internal.split.MemberRows;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.network.TrainingRows;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.internal.prediction.UnpredictableRowException;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Predictions of networks for the rows that they held out, on the network's scale.
 *
 * @param settings of the run
 * @param data the rows
 * @param trainer trained the networks
 * @param workers sample the networks
 * @param components number of components
 */
record HeldOutPredictions(
    Settings settings,
    PreparedTable data,
    NetworkTrainer trainer,
    Workers workers,
    int components) {
  /**
   * Predictions.
   *
   * @param workers sample the networks
   */
  HeldOutPredictions(
      Settings settings, PreparedTable data, NetworkTrainer trainer, Workers workers) {
    this(settings, data, trainer, workers, settings.components().size());
  }

  /** The same with the networks sampled by others. */
  HeldOutPredictions by(Workers others) {
    return new HeldOutPredictions(settings, data, trainer, others, components);
  }

  /**
   * Maximum number of rows of a part of any member: all members share the program compiled for it.
   */
  int most(Function<MemberRows, int[]> part) {
    return data.memberRows().stream().mapToInt(m -> part.apply(m).length).max().orElseThrow();
  }

  /**
   * Of the rows that each of the first members holds out. If one network predicts those of a
   * member, the members are side by side; otherwise the networks of one member after another are.
   * The first member comes before the others: its calls compile the programs.
   *
   * @param members how many were trained
   * @param predicting the networks that predict those of a member
   * @param lot from 0, each with its own draws
   */
  List<HeldOut> ofEach(int members, IntFunction<List<Component>> predicting, int lot) {
    List<Component> ofFirst = predicting.apply(0);
    boolean single = ofFirst.size() == 1 && ofFirst.get(0).members().size() == 1;
    List<HeldOut> each = new ArrayList<>();
    each.add(ofMember(0, predicting, lot));
    List<Workers.Task<HeldOut>> others = new ArrayList<>();
    for (int m = 1; m < members; m++) {
      int member = m;
      others.add(turn -> (single ? by(turn) : this).ofMember(member, predicting, lot));
    }
    Workers across = single ? workers : Workers.ONE_BY_ONE;
    across.run(others).forEach(other -> each.add(other.unchecked()));
    return each;
  }

  private HeldOut ofMember(int member, IntFunction<List<Component>> predicting, int lot) {
    return of(predicting.apply(member), data.memberRows().get(member).validation(), lot);
  }

  /**
   * Of some rows.
   *
   * @param predicting the components that do
   * @param lot from 0, each with its own draws
   * @throws UnpredictableRowException if a prediction is not finite
   */
  HeldOut of(List<Component> predicting, int[] rowNumbers, int lot) {
    TrainingRows rows = data.rows(rowNumbers);
    // The draws of all members are in memory together.
    int all =
        data.plan().apart()
            ? data.memberRows().stream().mapToInt(m -> m.validation().length).sum()
            : rowNumbers.length;
    int outputs = data.schema().targets().size();
    int draws =
        DrawLimit.draws(
            settings.evaluation().draws(),
            (long) all * outputs * components,
            "calibration",
            trainer.warnings());
    int most = Math.max(rows.rows(), most(MemberRows::validation));
    try (EnsembleSampler sampler =
        new EnsembleSampler(predicting, draws, most, DrawDesign.INDEPENDENT, trainer.compiler())) {
      float[] drawn = sampler.sample(rows.x(), lotKey(lot), workers::each);
      return new HeldOut(
          Draws.of(sampler.draws(), rows.rows(), outputs, drawn),
          Outputs.byRow(rows.y(), outputs),
          data.weights().at(rowNumbers),
          data.schema().targets(),
          GroupColumns.of(data.schema(), settings.calibration().by()).of(rows.x()));
    } catch (NonFiniteDrawException e) {
      throw UnpredictableRowException.of(data.table(), data.schema(), rowNumbers[e.row()]);
    }
  }

  /** Networks are branches of a key too: their numbers are smaller than those of the later lots. */
  private long lotKey(int lot) {
    long key = NoiseStream.VALIDATION.key(settings.training().seed());
    int networks = components * data.memberRows().size();
    return Uniforms.branch(key, lot == 0 ? 0 : networks + lot);
  }
}
