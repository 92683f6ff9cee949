// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.batching;

import io.otd.serve.internal.parallel.ParallelPieces;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.internal.tensor.Rows;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A request, or a piece of one, on its way to a run. */
final class Work {
  private final String signature;
  private final Map<String, HostTensor> inputs;
  private final List<String> outputs;
  private final int rows;
  private final long bytes;
  private final Caller caller;
  private final Form form;
  private final CompletableFuture<Map<String, HostTensor>> answer = new CompletableFuture<>();
  private boolean begun;

  private Work(
      String signature,
      Map<String, HostTensor> inputs,
      List<String> outputs,
      int rows,
      Caller caller) {
    this.signature = signature;
    this.inputs = inputs;
    this.outputs = outputs;
    this.rows = rows;
    this.bytes = rows == 0 ? 0 : Rows.bytes(inputs.values());
    this.caller = caller;
    this.form = new Form(signature, outputs, rows == 0 ? List.of() : columns(inputs));
  }

  /** The common properties of requests that can be joined. */
  record Form(String signature, List<String> outputs, List<Column> columns) {}

  /** An input without its number of rows. */
  record Column(String name, ElementType type, List<Long> inner) {}

  /** Work that is joined with other such work. */
  static Work joinable(
      String signature,
      Map<String, HostTensor> inputs,
      List<String> outputs,
      int rows,
      Caller caller) {
    return new Work(signature, new TreeMap<>(inputs), List.copyOf(outputs), rows, caller);
  }

  /** Work that is a separate run. */
  static Work alone(
      String signature, Map<String, HostTensor> inputs, List<String> outputs, Caller caller) {
    return new Work(signature, inputs, outputs, 0, caller);
  }

  private static List<Column> columns(Map<String, HostTensor> inputs) {
    return inputs.entrySet().stream()
        .map(e -> new Column(e.getKey(), e.getValue().type(), inner(e.getValue().shape())))
        .toList();
  }

  private static List<Long> inner(long[] shape) {
    return Arrays.stream(shape).skip(1).boxed().toList();
  }

  /** Unused if it is not joinable. */
  Form form() {
    return form;
  }

  String signature() {
    return signature;
  }

  Map<String, HostTensor> inputs() {
    return inputs;
  }

  List<String> outputs() {
    return outputs;
  }

  boolean isJoinable() {
    return rows > 0;
  }

  /** 0 for work that is a separate run. */
  int rows() {
    return rows;
  }

  /** Of the inputs, if it is joinable. */
  long bytes() {
    return bytes;
  }

  /** Whether a caller waits for it; callers that no longer wait are notified. */
  boolean isWanted() {
    Optional<ServingException> gone = gone();
    gone.ifPresent(this::fail);
    return gone.isEmpty();
  }

  /**
   * Whether its run begins, as {@link #isWanted}. From then on, a caller that goes is notified by
   * the end of the run: until then, the work takes memory and time.
   */
  synchronized boolean begin() {
    begun = isWanted();
    return begun;
  }

  /** The reason why its answer is no longer needed, if so. */
  Optional<ServingException> gone() {
    return answer.isDone()
        ? Optional.of(new ServingException(StatusCode.CANCELLED, "The request was cancelled"))
        : caller.gone();
  }

  /** Waits for the answer: goes as {@link #gone} says, and no later than its caller. */
  Caller caller() {
    return new Caller() {
      @Override
      public Optional<ServingException> gone() {
        return Work.this.gone();
      }

      @Override
      public Optional<Duration> patience() {
        return caller.patience();
      }
    };
  }

  private synchronized void leave() {
    if (!begun) {
      boolean unused = isWanted();
    }
  }

  /**
   * Answers it.
   *
   * @param results of the run that has just ended on this thread
   * @param joined how many requests that run answers
   * @param joinedRows of all of them together
   */
  void complete(Map<String, HostTensor> results, int joined, long joinedRows) {
    caller.answered(joined, joinedRows);
    answer.complete(results);
  }

  void fail(Throwable failure) {
    answer.completeExceptionally(failure);
  }

  /** The answer, if there is one already. */
  Optional<Map<String, HostTensor>> answered() {
    return answer.isDone() && !answer.isCompletedExceptionally()
        ? Optional.of(answer.join())
        : Optional.empty();
  }

  /** Abandons it: it does not run unless it is already running. */
  synchronized void abandon() {
    if (!begun) {
      answer.cancel(false);
    }
  }

  /** Waits until it has been answered, in whatever way. */
  void awaitEnd() {
    boolean unused = answer.handle((result, failure) -> true).join();
  }

  /**
   * Waits for the answer.
   *
   * @throws ServingException as the run threw it; {@code UNAVAILABLE} if the thread is interrupted,
   *     and it stays so
   */
  Map<String, HostTensor> await() {
    caller.whenGone(this::leave);
    try {
      return answer.get();
    } catch (InterruptedException e) {
      abandon();
      Thread.currentThread().interrupt();
      throw new ServingException(StatusCode.UNAVAILABLE, "The server is stopping", e);
    } catch (CancellationException e) {
      throw new ServingException(StatusCode.CANCELLED, "The request was cancelled", e);
    } catch (ExecutionException e) {
      throw ParallelPieces.failure(e);
    }
  }
}
