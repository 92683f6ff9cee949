// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.cluster;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.layer.Precision;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.output.OutputBounds;
import io.otd.core.schema.TargetColumn;
import io.otd.train.internal.fit.ValidationScore;
import io.otd.train.internal.network.NetworkFit;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.network.TrainingRows;
import io.otd.train.internal.network.TrainingSettings;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.preparation.InputView;
import io.otd.train.internal.preparation.ShardFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Everything that the training of a network depends on, except the numbers of its rows.
 *
 * @param format version of this record
 * @param build of the library that created the order; no other may execute it
 * @param flags native flags in force, which must be the same
 * @param compiled whether XLA is requested
 * @param precision of the large matrix products
 * @param saveMillis time between two states that are saved
 * @param until steps after which the run is interrupted
 * @param curves whether the parameters are needed at each point of the training curves
 * @param model what is trained
 * @param settings how
 * @param rows for training
 * @param shard where the numbers of the rows are, if not in the folder of the order; none, or one
 * @param validation none, or one
 */
record NetworkOrder(
    int format,
    String build,
    String flags,
    boolean compiled,
    Precision precision,
    long saveMillis,
    long until,
    boolean curves,
    ModelSpec model,
    TrainingSettings settings,
    Shape rows,
    List<Shard> shard,
    List<Validated> validation) {
  /** The version written by this program. */
  static final int FORMAT = 1;

  NetworkOrder {
    shard = List.copyOf(shard);
    validation = List.copyOf(validation);
  }

  /** Rows without their numbers; {@code bounds} has none, or one. */
  record Shape(int rows, int points, int places, List<OutputBounds> bounds) {
    Shape {
      bounds = List.copyOf(bounds);
    }

    static Shape of(TrainingRows rows) {
      return new Shape(rows.rows(), rows.points(), rows.places(), rows.bounds().stream().toList());
    }

    TrainingRows with(float[] x, float[] y, float[] weights) {
      return new TrainingRows(
          x, y, weights, rows, points, places, bounds.stream().findFirst(), Optional.empty());
    }
  }

  /** A file of rows that all machines see. */
  record Shard(String file, ShardFile.Shape shape, InputView view) {
    static Shard of(ShardFile shard) {
      return new Shard(shard.file().toString(), shard.shape(), shard.view());
    }

    ShardFile opened() {
      return new ShardFile(Path.of(file), shape, view);
    }
  }

  /** The validation of the network, without the numbers of the rows. */
  record Validated(ModelSpec model, Shape rows, List<TargetColumn> targets, int draws, long seed) {
    Validated {
      targets = List.copyOf(targets);
    }

    static Validated of(ValidationScore.Scored scored) {
      return new Validated(
          scored.model(), Shape.of(scored.rows()), scored.targets(), scored.draws(), scored.seed());
    }

    ValidationScore.Scored with(TrainingRows scored) {
      return new ValidationScore.Scored(model, scored, targets, draws, seed);
    }
  }

  static NetworkOrder of(
      NetworkTrainer trainer,
      NetworkFit fit,
      Optional<ValidationScore> score,
      ClusterSite.Conditions conditions) {
    return new NetworkOrder(
        FORMAT,
        ClusterSite.build(),
        NativeFlags.inForce(),
        trainer.compiler().compilation() != Compilation.NONE,
        trainer.precision(),
        conditions.saves().toMillis(),
        trainer.until(),
        conditions.curves(),
        fit.model(),
        fit.settings(),
        Shape.of(fit.rows()),
        ShardFile.of(fit.rows()).stream().map(Shard::of).toList(),
        score.stream().map(s -> Validated.of(s.scored())).toList());
  }
}
