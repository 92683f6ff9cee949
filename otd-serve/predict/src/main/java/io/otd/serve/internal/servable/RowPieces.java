// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import io.otd.serve.internal.parallel.ParallelPieces;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.internal.tensor.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Runs many rows, which do not depend on each other, in pieces of the same number of rows, the last
 * one possibly smaller. Once the caller has gone, or a piece has failed, no further piece begins.
 *
 * @param each rows of a piece, at least 1
 * @param caller waits for all of them
 * @param threads run the pieces
 */
public record RowPieces(int each, Caller caller, ParallelPieces threads) {
  /**
   * Runs the pieces.
   *
   * @param inputs with a common number of rows, at least 1
   * @param run of one piece
   * @return the rows of all; empty if an output of a piece does not have a row for each of its
   *     inputs
   * @throws io.otd.serve.internal.status.ServingException the caller's, if it has gone; otherwise
   *     the first failure of a piece
   */
  public Optional<Map<String, HostTensor>> run(
      Map<String, HostTensor> inputs, UnaryOperator<Map<String, HostTensor>> run) {
    int rows = (int) Rows.common(inputs.values());
    AtomicBoolean ended = new AtomicBoolean();
    List<Supplier<Map<String, HostTensor>>> pieces = new ArrayList<>();
    for (int from = 0; from < rows; from += each) {
      int begin = from;
      int end = Math.min(rows, from + each);
      pieces.add(() -> ended.get() ? Map.of() : piece(inputs, begin, end, run, ended));
    }
    List<Map<String, HostTensor>> answers = threads.all(pieces);
    return ended.get() ? Optional.empty() : Optional.of(Rows.join(answers, rows));
  }

  private Map<String, HostTensor> piece(
      Map<String, HostTensor> inputs,
      int from,
      int to,
      UnaryOperator<Map<String, HostTensor>> run,
      AtomicBoolean ended) {
    boolean whole = false;
    try {
      caller.requireWaiting();
      Map<String, HostTensor> answer = run.apply(Rows.cut(inputs, from, to));
      whole = Rows.all(answer.values(), to - from);
      return answer;
    } finally {
      if (!whole) {
        ended.set(true);
      }
    }
  }
}
