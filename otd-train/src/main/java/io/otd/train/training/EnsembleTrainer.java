package io.otd.train.training;

import io.otd.core.graph.Uniforms;
import io.otd.core.model.ModelSpec;
import io.otd.core.trained.TrainingSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Trains the members of an ensemble one after another (Lakshminarayanan et al. 2017): each with
 * initial values, batches and noise of its own, and stopped early on its own. The first member is
 * the model that would be trained alone.
 *
 * @param trainer of each member
 */
public record EnsembleTrainer(Trainer trainer) {
  /** What a member learns from, and is validated on. */
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
     *     when the member has come to its end
     */
    record Opened(TrainingRows rows, Optional<Validation> validation) implements AutoCloseable {
      @Override
      public void close() {
        validation.ifPresent(Validation::close);
      }
    }
  }

  /**
   * What training gave.
   *
   * @param snapshots the state of each member that has begun, in their order; all of them unless
   *     the run was interrupted
   * @param outcome interrupted if it was; else completed if every member had all its steps
   */
  public record Result(List<TrainingSnapshot> snapshots, TrainingOutcome outcome) {
    /** The best parameters of each member, {@code [P]}. */
    public List<float[]> parameters() {
      return snapshots.stream().map(s -> s.best().clone()).toList();
    }
  }

  /**
   * Trains an ensemble.
   *
   * @param members M, at least 1
   * @param model of each member
   * @param data of each member
   * @param settings how; member 0 has its seed, the others seeds that follow from it
   * @param resumed snapshots of the same run to go on from, one for each member that had begun
   * @param listener is told what happens
   * @throws DivergedException if a number stops being finite; it has the states of all members
   */
  public Result train(
      int members,
      ModelSpec model,
      MemberData data,
      TrainingSettings settings,
      List<TrainingSnapshot> resumed,
      TrainingListener listener) {
    // All but the last of those that had begun had come to their end.
    List<TrainingSnapshot> done =
        new ArrayList<>(resumed.subList(0, Math.max(0, resumed.size() - 1)));
    boolean early = done.stream().anyMatch(s -> s.step() < settings.steps());
    for (int m = done.size(); m < members; m++) {
      if (members > 1) {
        listener.on(new TrainingEvent.MemberBegun(m, members));
      }
      Trainer.Result one;
      try (MemberData.Opened opened = data.open(m)) {
        one =
            train(
                model,
                opened,
                settings.withSeed(Uniforms.branch(settings.seed(), m)),
                m < resumed.size() ? Optional.of(resumed.get(m)) : Optional.empty(),
                List.copyOf(done),
                listener);
      }
      done.add(one.snapshot());
      if (one.outcome() == TrainingOutcome.INTERRUPTED) {
        return new Result(done, TrainingOutcome.INTERRUPTED);
      }
      early |= one.outcome() == TrainingOutcome.STOPPED_EARLY;
    }
    return new Result(done, early ? TrainingOutcome.STOPPED_EARLY : TrainingOutcome.COMPLETED);
  }

  /** What one member says of its state becomes what is known of all. */
  private Trainer.Result train(
      ModelSpec model,
      MemberData.Opened data,
      TrainingSettings settings,
      Optional<TrainingSnapshot> resumed,
      List<TrainingSnapshot> done,
      TrainingListener listener) {
    TrainingListener all =
        event ->
            listener.on(event instanceof TrainingEvent.Saved saved ? saved.after(done) : event);
    try {
      return trainer.train(model, data.rows(), data.validation(), settings, resumed, all);
    } catch (DivergedException e) {
      throw e.after(done);
    }
  }
}
