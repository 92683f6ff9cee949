// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.batching;

import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.servable.Proofs;
import io.otd.serve.internal.servable.SignatureRunner;
import io.otd.serve.internal.settings.BatchingSettings;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.internal.tensor.Likeness;
import io.otd.serve.internal.tensor.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the batches of one model: joined where that can be, otherwise each request alone. */
record BatchRun(
    SignatureRunner model, BatchingSettings settings, Proofs proofs, BatchListener listener) {
  /** Answers all of its work in any case. */
  void run(Batch batch) {
    List<Work> works = batch.works();
    try {
      List<Work> wanted = works.stream().filter(Work::begin).toList();
      if (!wanted.isEmpty() && !joined(wanted)) {
        wanted.forEach(this::alone);
      }
    } catch (Throwable e) { // The thread continues, and no caller waits forever.
      works.forEach(work -> work.fail(e));
    }
  }

  private void alone(Work work) {
    if (!work.isWanted()) {
      return;
    }
    try {
      listener.runs(work.signature(), 1, Math.max(1, work.rows()));
      Map<String, HostTensor> results =
          model.run(work.signature(), work.inputs(), work.outputs(), work.caller());
      work.complete(results, 1, Math.max(1, work.rows()));
    } catch (RuntimeException | Error e) {
      work.fail(e);
    }
  }

  /** Whether the work is done: it is not where it cannot be joined, or nothing is gained by it. */
  private boolean joined(List<Work> works) {
    Work first = works.get(0);
    int rows = works.stream().mapToInt(Work::rows).sum();
    int filled = settings.filled(rows);
    if (!first.isJoinable()
        || (works.size() == 1 && filled == rows)
        || Batch.tooLargeIfFilled(works, rows, filled)
        || proofs.isSeparate(first.signature())) {
      return false;
    }
    Map<String, HostTensor> inputs;
    Map<String, HostTensor> results;
    try {
      inputs = Rows.join(works.stream().map(Work::inputs).toList(), filled);
      results = model.run(first.signature(), inputs, first.outputs(), allOf(works));
    } catch (RuntimeException | OutOfMemoryError e) {
      return false; // One of them may be at fault: running each alone shows which.
    }
    if (!Rows.all(results.values(), filled)) {
      separate(first.signature());
      return false;
    }
    List<Map<String, HostTensor>> answers = cut(works, results);
    boolean varied = !Rows.areSame(inputs.values());
    if (!proofs.areEnough(first.signature(), results.keySet(), varied)) {
      compare(works, answers, varied);
      return true;
    }
    listener.runs(first.signature(), works.size(), rows);
    for (int i = 0; i < works.size(); i++) {
      works.get(i).complete(answers.get(i), works.size(), rows);
    }
    return true;
  }

  /** Gone when all have gone. */
  private static Caller allOf(List<Work> works) {
    return new Caller() {
      @Override
      public Optional<ServingException> gone() {
        Optional<ServingException> gone = Optional.empty();
        for (Work work : works) {
          gone = work.gone();
          if (gone.isEmpty()) {
            return gone;
          }
        }
        return gone;
      }

      @Override
      public Optional<Duration> patience() {
        Optional<Duration> longest = Optional.of(Duration.ZERO);
        for (Work work : works) {
          longest = longest.flatMap(l -> work.caller().patience().map(p -> longer(l, p)));
        }
        return longest;
      }
    };
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? b : a;
  }

  private static List<Map<String, HostTensor>> cut(
      List<Work> works, Map<String, HostTensor> results) {
    List<Map<String, HostTensor>> answers = new ArrayList<>(works.size());
    int from = 0;
    for (Work work : works) {
      answers.add(Rows.cut(results, from, from + work.rows()));
      from += work.rows();
    }
    return answers;
  }

  /**
   * Answers each separately, and records whether the joined run would have given the same answers.
   */
  private void compare(List<Work> works, List<Map<String, HostTensor>> joined, boolean varied) {
    works.forEach(this::alone);
    boolean allAnswered = true;
    for (int i = 0; i < works.size(); i++) {
      Optional<Map<String, HostTensor>> answer = works.get(i).answered();
      if (answer.isEmpty()) {
        allAnswered = false;
      } else if (!Likeness.alike(answer.get(), joined.get(i))) {
        separate(works.get(i).signature());
        return;
      }
    }
    if (allAnswered) {
      proofs.confirm(works.get(0).signature(), joined.get(0).keySet(), varied);
    }
  }

  /** Stops joining requests of a signature. */
  void separate(String signature) {
    if (proofs.refute(signature)) {
      listener.separates(signature);
    }
  }
}
