// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import io.otd.core.internal.provenance.Provenance;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.fit.TableFit;
import io.otd.train.internal.network.DivergedFitException;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.preparation.TableSource;
import io.otd.train.internal.run.DirectoryFit;
import io.otd.train.internal.run.ModelProvenance;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.internal.run.RunResult;
import io.otd.train.internal.study.Study;
import io.otd.train.internal.tuning.TrialResult.Status;
import io.otd.train.progress.RunsProgress;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tries settings, several trials in parallel. Each trial is an ordinary run of one network in its
 * own directory, {@code trial-NNN}. It is asked to stop at the end of a rung and resumed in the
 * next: its steps are the same as without the stop. All information on a trial is in its directory;
 * finished work is not repeated.
 *
 * <p>The table does not contain the test rows.
 *
 * @param directory of the results
 * @param search what is searched
 * @param source the table without its test rows, {@link TableSource#withoutTest}
 * @param trainer of every trial; stopping it stops all of them
 * @param flags native flags in force
 */
public record Tuning(
    RunDirectory directory,
    Search search,
    TableSource source,
    NetworkTrainer trainer,
    String flags) {
  /**
   * Runs the trials, or resumes them.
   *
   * @param jobs most that work at a time, at least 1
   * @param progress receives the progress of each trial in each rung
   * @return the results, which are written unless a trial was stopped
   * @throws IOException the failure of a trial, except divergence, after all others are done
   */
  public TuningResult run(int jobs, RunsProgress progress) throws IOException {
    long start = trainer.clock().millis();
    PreparedTable data = search.data(source);
    data.notices().forEach(trainer.warnings());
    List<TrialResult> results = new ArrayList<>();
    search
        .trials(search.groups(source))
        .forEach(t -> results.add(new TrialResult(t, Status.INTERRUPTED, -1, List.of())));
    List<Halving.Rung> rungs = search.halving().rungs();
    for (int i = 0; i < rungs.size(); i++) {
      List<Climb> climbs = new ArrayList<>();
      for (TrialResult before : survivors(results, rungs.get(i).trials())) {
        climbs.add(new Climb(data, before, i, rungs.get(i).steps(), progress));
      }
      List<Optional<TrialResult>> each = Study.inOrder(climbs, trainer.stop()).run(jobs).each();
      for (int k = 0; k < climbs.size(); k++) {
        TrialResult after = each.get(k).orElseGet(climbs.get(k)::stopped);
        results.set(after.trial().number(), after);
      }
      TuningResult result = result(results, start);
      result.writeTrials(directory);
      if (result.interrupted()) {
        return result;
      }
    }
    TuningResult result = result(results, start);
    result.write(directory);
    return result;
  }

  private TuningResult result(List<TrialResult> results, long start) {
    return new TuningResult(
        directory.path(),
        TableSource.name(source.file()),
        search,
        results,
        trainer.secondsSince(start));
  }

  /** The best so far that have a score; at first, all. In the order of their numbers. */
  private static List<TrialResult> survivors(List<TrialResult> results, int most) {
    return results.stream()
        .filter(r -> r.rung() < 0 || Double.isFinite(r.rank()))
        .sorted(TrialResult.BEST_FIRST)
        .limit(most)
        .sorted(Comparator.comparing(r -> r.trial().number()))
        .toList();
  }

  /** One trial in one rung. */
  private final class Climb implements Study.Item<TrialResult> {
    private final PreparedTable data;
    private final TrialResult before;
    private final int rung;
    private final long steps;
    private final RunsProgress progress;
    private final AtomicLong step = new AtomicLong();
    private volatile List<TrainingSnapshot> last = List.of();

    Climb(PreparedTable data, TrialResult before, int rung, long steps, RunsProgress progress) {
      this.data = data;
      this.before = before;
      this.rung = rung;
      this.steps = steps;
      this.progress = progress;
    }

    private RunDirectory open() throws IOException {
      return RunDirectory.openOrCreate(
          directory.path().resolve(before.trial().name()), before.trial().settings());
    }

    @Override
    public Optional<TrialResult> finished() throws IOException {
      try (RunDirectory run = open()) {
        last = run.stored().map(ModelDirectory.Stored::snapshots).orElse(List.of());
        return !last.isEmpty() && (run.finished() || last.get(0).step() >= steps)
            ? Optional.of(reached(last.get(0), run.finished()))
            : Optional.empty();
      }
    }

    @Override
    public Optional<TrialResult> run(Workers.Turn turn) throws IOException {
      try (RunDirectory run = open()) {
        RunResult result = trained(run, turn);
        TrainingSnapshot snapshot = result.training().snapshots().get(0);
        last = List.of(snapshot);
        return result.interrupted() && snapshot.step() < steps
            ? Optional.empty()
            : Optional.of(reached(snapshot, !result.interrupted()));
      } catch (DivergedFitException e) {
        return Optional.of(ended(result(Status.DIVERGED, e.lastGood().get(0).history())));
      }
    }

    private RunResult trained(RunDirectory run, Workers.Turn turn) throws IOException {
      String name = before.trial().name();
      Provenance now = ModelProvenance.of(before.trial().settings(), data, flags, trainer.clock());
      last.forEach(snapshot -> step.set(snapshot.step()));
      NetworkTrainer taking =
          trainer
              .until(steps)
              .stoppedBy(
                  () -> {
                    turn.pass();
                    return trainer.stop().getAsBoolean();
                  })
              .warning(warning -> trainer.warnings().accept(name + ": " + warning));
      TableFit training = new TableFit(before.trial().settings(), data, now, taking);
      return new DirectoryFit(run, training, trainer.clock(), taking.warnings())
          .run(listener(progress.listener(name)));
    }

    /** Its end is reported with the score, unless the user stops it. */
    private TrainingListener listener(TrainingListener shown) {
      return event -> {
        if (event instanceof TrainingEvent.Progressed e) {
          step.set(e.step());
        }
        boolean ends = event instanceof TrainingEvent.Finished;
        if (!ends || (step.get() < steps && trainer.stop().getAsBoolean())) {
          shown.on(event);
        }
      };
    }

    /** The result if the trial did not finish its rung, with its last state. */
    TrialResult stopped() {
      return result(Status.INTERRUPTED, last.isEmpty() ? List.of() : last.get(0).history());
    }

    /** Anything beyond the rung was done in a later one, before an interruption. */
    private TrialResult reached(TrainingSnapshot snapshot, boolean finished) {
      boolean ended = finished && snapshot.step() <= steps;
      return ended(
          result(
              !ended
                  ? Status.PAUSED
                  : snapshot.step() < search.halving().steps()
                      ? Status.STOPPED_EARLY
                      : Status.COMPLETED,
              snapshot.history().stream().filter(p -> p.step() <= steps).toList()));
    }

    private TrialResult result(Status status, List<TrainingSnapshot.Point> history) {
      return new TrialResult(
          before.trial(), status, status == Status.INTERRUPTED ? before.rung() : rung, history);
    }

    private TrialResult ended(TrialResult result) {
      progress.ended(
          result.trial().name(),
          "%s at step %s, validation %s"
              .formatted(result.status().text(), result.steps(), TuningResult.shown(result)));
      return result;
    }
  }
}
