// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import java.util.List;
import java.util.Optional;

/**
 * Trains the members of an ensemble (Lakshminarayanan et al. 2017), in parallel if there are
 * workers: each with its own initial values, batches and noise, and stopped early independently.
 * The first member is the model that would be trained alone. The result does not depend on how many
 * are trained at a time.
 *
 * @param trainer of each member
 * @param workers train the members
 * @param limit of the time, if there is one
 */
public record EnsembleFit(NetworkTrainer trainer, Workers workers, Optional<TimeLimit> limit) {
  /**
   * The fit of ensembles.
   *
   * @param trainer of each member
   * @param workers train the members
   */
  public EnsembleFit(NetworkTrainer trainer, Workers workers) {
    this(trainer, workers, Optional.empty());
  }

  /**
   * The same within a time, if there is one. The networks share it evenly; those that have not
   * begun when it is over are left out, except the first. The result then depends on the speed of
   * the machine.
   */
  public EnsembleFit within(Optional<TimeLimit> time) {
    return new EnsembleFit(trainer, workers, time);
  }

  /** Maximum number of networks that are trained at a time. */
  public int atOnce() {
    return workers.atOnce();
  }

  /** The training and validation rows of a member. */
  @FunctionalInterface
  public interface MemberData {
    /**
     * Opens the data of a member.
     *
     * @param member its number, from 0
     */
    Opened open(int member);

    /**
     * The data of a member while it is trained.
     *
     * @param rows training rows
     * @param validation for early stopping and the choice of the best parameters, if any; closed
     *     when the member has finished
     */
    record Opened(TrainingRows rows, Optional<Validation> validation) implements AutoCloseable {
      @Override
      public void close() {
        validation.ifPresent(Validation::close);
      }
    }
  }

  /**
   * The result of training.
   *
   * @param snapshots the states of the first members up to the last that has begun, in their order;
   *     of all unless the run was interrupted or out of time
   * @param outcome interrupted if a member was; else out of time if a member was or had none; else
   *     completed if every member had all its steps
   */
  public record Result(List<TrainingSnapshot> snapshots, TrainingOutcome outcome) {
    /** The best parameters of each member, {@code [P]}. */
    public List<float[]> parameters() {
      return snapshots.stream().map(s -> s.best().clone()).toList();
    }
  }

  /**
   * A network to train.
   *
   * @param model what it is
   * @param settings how, its own seed among them
   * @param earlier parameters to begin from, {@code [P]}; else initial values are drawn
   */
  public record Network(ModelSpec model, TrainingSettings settings, Optional<float[]> earlier) {
    /** The state before the first step. */
    TrainingSnapshot initial() {
      return earlier
          .map(NetworkTrainer::from)
          .orElseGet(() -> NetworkTrainer.initial(model, settings.seed()));
    }

    /** Roughly proportional to the time that all steps of its training take. */
    double work() {
      double parameters = new ParameterVector(model.parameters()).size();
      return parameters * model.passes(settings.loss().draws()) * settings.steps();
    }
  }

  /**
   * Steps that networks still have before them.
   *
   * @param snapshots of the first of them
   */
  public static long stepsLeft(List<Network> networks, List<TrainingSnapshot> snapshots) {
    long steps = 0;
    for (int i = 0; i < snapshots.size(); i++) {
      TrainingSettings settings = networks.get(i).settings();
      TrainingSnapshot end = snapshots.get(i);
      steps += settings.ended(end).isPresent() ? 0 : settings.steps() - end.step();
    }
    return steps;
  }

  /**
   * Trains networks. If one fails, the others stop, and the cause of its failure is thrown.
   *
   * @param networks at least one
   * @param data of each; requested by several threads
   * @param resumed snapshots of the same run to resume from: of its first networks, each at any
   *     stage
   * @param listener receives the events, by one thread at a time
   * @throws DivergedFitException if a number becomes non-finite; it has the states of all networks
   */
  public Result train(
      List<Network> networks,
      MemberData data,
      List<TrainingSnapshot> resumed,
      TrainingListener listener) {
    return new MemberFits(trainer, workers, limit, networks, data, resumed, listener).toTheEnd();
  }
}
