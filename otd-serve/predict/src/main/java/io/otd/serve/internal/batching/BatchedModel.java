// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.batching;

import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.servable.Proofs;
import io.otd.serve.internal.servable.ServedModel;
import io.otd.serve.internal.servable.SignatureRunner;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.internal.tensor.Likeness;
import io.otd.serve.internal.tensor.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A model whose requests are joined: concurrent requests of one signature, for the same outputs,
 * with inputs of the same types and inner shapes, become one run.
 *
 * <p>An answer equals that of a separate request, up to the rounding of floats, which with
 * TensorFlow depends on the number of rows. Requests that cannot be joined run separately: requests
 * with scalars or with inputs of different first sizes, and those of signatures whose outputs do
 * not have a row for each of the inputs' or whose rows depend on each other. Unless otd exported
 * the model, the first joined runs of a signature are compared with runs of the same requests
 * alone, and the latter answered. If a joined run fails, each request runs separately, so only the
 * faulty one fails.
 *
 * <p>{@link #run} waits for the answer, so joining needs as many threads as joined requests.
 */
public final class BatchedModel implements ServedModel {
  private final ServedModel model;
  private final BatchScheduler scheduler;
  private final Proofs proofs;
  private final BatchRun runs;
  private final BatchQueue queue;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * Adds a queue in front of a model.
   *
   * @param model closed with this one
   * @param scheduler outlives it
   * @param listener receives the runs
   */
  public BatchedModel(ServedModel model, BatchScheduler scheduler, BatchListener listener) {
    this.model = model;
    this.scheduler = scheduler;
    proofs = new Proofs(model.model());
    runs = new BatchRun(model, scheduler.settings(), proofs, listener);
    queue = scheduler.open(runs::run);
  }

  @Override
  public InspectedModel model() {
    return model.model();
  }

  /**
   * {@inheritDoc}
   *
   * @throws ServingException also {@code UNAVAILABLE} at once if too many batches are waiting, and
   *     the caller's error if it has gone before the run
   */
  @Override
  public Map<String, HostTensor> run(
      String signature, Map<String, HostTensor> inputs, List<String> outputs, Caller caller) {
    long rows = Rows.common(inputs.values());
    if (rows == 0 || proofs.isSeparate(signature)) {
      return alone(signature, inputs, outputs, caller);
    }
    int most = scheduler.settings().maxBatchSize();
    if (rows > (long) most * scheduler.settings().maxEnqueuedBatches()) {
      return alone(
          signature, inputs, outputs, caller); // The pieces would never fit into the queue.
    }
    if (rows > most) {
      return inPieces(signature, inputs, outputs, (int) rows, caller);
    }
    return answer(Work.joinable(signature, inputs, outputs, (int) rows, caller));
  }

  /**
   * Runs requests immediately, before the model accepts others, and then each at every allowed size
   * of a batch, because the first run of a size is slow.
   */
  public SignatureRunner warming() {
    Set<Run> done = ConcurrentHashMap.newKeySet();
    return (signature, inputs, outputs, caller) -> {
      Map<String, HostTensor> answer = model.run(signature, inputs, outputs, caller);
      long rows = Rows.common(inputs.values());
      done.add(new Run(signature, outputs, rows));
      for (int size : scheduler.settings().allowedBatchSizes()) {
        if (rows > 0 && done.add(new Run(signature, outputs, size))) {
          warm(signature, Rows.cut(inputs, 0, (int) Math.min(rows, size)), outputs, size);
        }
      }
      return answer;
    };
  }

  /** Sizes that need not be warmed up twice. */
  private record Run(String signature, List<String> outputs, long rows) {}

  private void warm(
      String signature, Map<String, HostTensor> inputs, List<String> outputs, int size) {
    try {
      model.run(signature, Rows.join(List.of(inputs), size), outputs);
    } catch (ServingException e) {
      // A batch of this size will fail too, and its requests then run alone.
    }
  }

  private Map<String, HostTensor> alone(
      String signature, Map<String, HostTensor> inputs, List<String> outputs, Caller caller) {
    return answer(Work.alone(signature, inputs, outputs, caller));
  }

  private Map<String, HostTensor> answer(Work work) {
    scheduler.submit(queue, List.of(work));
    return work.await();
  }

  /** A request that is larger than a batch. */
  private Map<String, HostTensor> inPieces(
      String signature,
      Map<String, HostTensor> inputs,
      List<String> outputs,
      int rows,
      Caller caller) {
    int most = scheduler.settings().maxBatchSize();
    List<Work> pieces = new ArrayList<>();
    int to;
    for (int from = 0; from < rows; from = to) {
      to = from + Math.min(most, rows - from);
      pieces.add(Work.joinable(signature, Rows.cut(inputs, from, to), outputs, to - from, caller));
    }
    scheduler.submit(queue, pieces);
    List<Map<String, HostTensor>> answers = new ArrayList<>();
    try {
      pieces.forEach(piece -> answers.add(piece.await()));
    } catch (ServingException e) {
      pieces.forEach(Work::abandon);
      pieces.forEach(Work::awaitEnd);
      if (e.code() == StatusCode.UNAVAILABLE || caller.gone().isPresent()) {
        throw e;
      }
      return alone(signature, inputs, outputs, caller);
    }
    Optional<Map<String, HostTensor>> answer = together(pieces, answers, rows);
    boolean varied = !Rows.areSame(inputs.values());
    if (answer.isPresent() && proofs.areEnough(signature, answer.get().keySet(), varied)) {
      return answer.get();
    }
    Map<String, HostTensor> whole = alone(signature, inputs, outputs, caller);
    if (answer.isPresent() && Likeness.alike(whole, answer.get())) {
      proofs.confirm(signature, whole.keySet(), varied);
    } else {
      runs.separate(signature);
    }
    return whole;
  }

  /** Nothing if an answer does not have a row for each of the request's. */
  private static Optional<Map<String, HostTensor>> together(
      List<Work> pieces, List<Map<String, HostTensor>> answers, int rows) {
    for (int i = 0; i < pieces.size(); i++) {
      if (!Rows.all(answers.get(i).values(), pieces.get(i).rows())) {
        return Optional.empty();
      }
    }
    return Optional.of(Rows.join(answers, rows));
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      scheduler.close(queue);
      model.close();
    }
  }
}
