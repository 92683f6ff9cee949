// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.tensorflow.Graph;
import org.tensorflow.GraphOperation;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * Rematerialisation: functions whose gradient is computed from their inputs in the backward pass.
 * By default, a graph keeps the intermediate results of such a function; for large arrays, writing
 * and reading them takes longer than recomputing them. The functions are cut out of the graph's own
 * differentiation, and the parts are chained here.
 *
 * @implNote The derivative must be written differently from the function; otherwise the compiler
 *     finds the common part and keeps it after all.
 */
public final class Rematerialization {
  /** Numbers of an array that no longer fits into a processor's caches. */
  private static final long MANY = 1 << 20;

  /**
   * One function.
   *
   * @param from the inputs
   * @param to the output, without a gradient path
   * @param pullback from the gradient by {@code to} to those by {@code from}
   */
  private record Recomputed(
      List<Operand<TFloat32>> from,
      Operand<TFloat32> to,
      Function<Operand<TFloat32>, List<Operand<TFloat32>>> pullback) {}

  private final List<Recomputed> functions = new ArrayList<>();

  /**
   * Whether it pays for a function that reads or writes this array: of smaller ones, recomputing is
   * more expensive.
   */
  public static boolean pays(Operand<TFloat32> array) {
    return array.shape().size() >= MANY;
  }

  /**
   * Cuts a function out. Its inputs from earlier ones must have been cut out before.
   *
   * @param tf the graph that holds it
   * @param pullback adds the gradients by {@code from}, in this order, given that by {@code to}
   * @return the value to continue with instead of {@code to}: the same numbers
   */
  public Operand<TFloat32> add(
      Ops tf,
      List<Operand<TFloat32>> from,
      Operand<TFloat32> to,
      Function<Operand<TFloat32>, List<Operand<TFloat32>>> pullback) {
    Operand<TFloat32> end = tf.stopGradient(to);
    functions.add(new Recomputed(from, end, pullback));
    return end;
  }

  /**
   * Adds the gradients of a scalar, through the functions that were cut out.
   *
   * @param tf the graph that holds all of them
   * @param y scalar
   * @param xs what it is differentiated by
   * @param names of the {@code xs}, for the error
   * @return one gradient for each of {@code xs}, of its shape
   * @throws IllegalStateException if no path leads from an x to y, naming the x
   */
  public List<Operand<TFloat32>> gradients(
      Ops tf, Operand<TFloat32> y, List<? extends Operand<TFloat32>> xs, List<String> names) {
    if (functions.isEmpty()) {
      return Gradients.of(tf, List.of(y), List.of(tf.constant(1f)), xs, names);
    }
    List<Operand<TFloat32>> ends = new ArrayList<>(xs);
    functions.forEach(function -> ends.add(function.to()));
    List<List<Operand<TFloat32>>> parts =
        ends.stream().<List<Operand<TFloat32>>>map(end -> new ArrayList<>()).toList();
    differentiate(tf, List.of(y), List.of(tf.constant(1f)), ends, parts);
    for (int i = functions.size() - 1; i >= 0; i--) {
      Recomputed function = functions.get(i);
      List<Operand<TFloat32>> gradient = parts.get(xs.size() + i);
      if (!gradient.isEmpty()) {
        List<Operand<TFloat32>> adjoints = function.pullback().apply(sum(tf, gradient));
        differentiate(tf, function.from(), adjoints, ends.subList(0, xs.size() + i), parts);
      }
    }
    List<Operand<TFloat32>> gradients = new ArrayList<>();
    for (int i = 0; i < xs.size(); i++) {
      if (parts.get(i).isEmpty()) {
        throw new IllegalStateException("no gradient reaches " + names.get(i));
      }
      gradients.add(sum(tf, parts.get(i)));
    }
    return gradients;
  }

  /** Adds to the parts of each end what leads to it without passing a function that was cut out. */
  private static void differentiate(
      Ops tf,
      List<Operand<TFloat32>> ys,
      List<Operand<TFloat32>> adjoints,
      List<Operand<TFloat32>> ends,
      List<List<Operand<TFloat32>>> parts) {
    List<Integer> inner = new ArrayList<>();
    for (int i = 0; i < ys.size(); i++) {
      Operand<TFloat32> y = ys.get(i);
      int[] same = IntStream.range(0, ends.size()).filter(e -> isSame(y, ends.get(e))).toArray();
      for (int end : same) {
        parts.get(end).add(adjoints.get(i));
      }
      if (same.length == 0) {
        inner.add(i);
      }
    }
    if (inner.isEmpty()) {
      return;
    }
    List<Operand<TFloat32>> from = inner.stream().<Operand<TFloat32>>map(ys::get).toList();
    Set<GraphOperation> behind = ((Graph) tf.scope().env()).subgraphTo(Set.copyOf(from));
    List<Integer> reached =
        IntStream.range(0, ends.size())
            .filter(i -> ends.get(i).op() instanceof GraphOperation op && behind.contains(op))
            .boxed()
            .toList();
    List<Operand<TFloat32>> xs = reached.stream().<Operand<TFloat32>>map(ends::get).toList();
    List<Optional<Operand<TFloat32>>> found =
        Gradients.ofSome(
            tf, from, inner.stream().<Operand<TFloat32>>map(adjoints::get).toList(), xs);
    for (int i = 0; i < found.size(); i++) {
      found.get(i).ifPresent(parts.get(reached.get(i))::add);
    }
  }

  private static boolean isSame(Operand<TFloat32> a, Operand<TFloat32> b) {
    return a.asOutput().equals(b.asOutput());
  }

  private static Operand<TFloat32> sum(Ops tf, List<Operand<TFloat32>> parts) {
    return parts.size() == 1 ? parts.get(0) : tf.math.addN(parts);
  }
}
