// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.batching;

import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.inspection.OtdDescription;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.servable.ServedModel;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/**
 * A model from {@code x} to {@code y} that records the rows of each run, and whose runs wait while
 * its gate is shut. A run with a value of 666 fails.
 */
public final class FakeModel implements ServedModel {
  static final float BAD = 666;

  private final UnaryOperator<HostTensor> function;
  private final ConcurrentLinkedQueue<List<Float>> runs = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private Runnable onClose = () -> {};
  private volatile CountDownLatch gate = new CountDownLatch(0);
  private volatile CountDownLatch entered = new CountDownLatch(0);

  FakeModel(UnaryOperator<HostTensor> function) {
    this.function = function;
  }

  /** {@code y = 2 x + 1}. */
  public static FakeModel affine() {
    return new FakeModel(x -> map(x, v -> 2 * v + 1));
  }

  /** Also runs something when it is closed. */
  public FakeModel closing(Runnable then) {
    onClose = then;
    return this;
  }

  interface FloatFunction {
    float apply(float value);
  }

  static HostTensor map(HostTensor x, FloatFunction f) {
    float[] values = x.floats();
    for (int i = 0; i < values.length; i++) {
      values[i] = f.apply(values[i]);
    }
    return HostTensor.of(values, x.shape());
  }

  /** Makes runs wait from now on; returns when the next run waits. */
  Runnable shut() {
    gate = new CountDownLatch(1);
    CountDownLatch first = new CountDownLatch(1);
    entered = first;
    return () -> await(first);
  }

  void open() {
    gate.countDown();
  }

  /** The inputs of each run, in order. */
  List<List<Float>> runs() {
    return List.copyOf(runs);
  }

  void forget() {
    runs.clear();
  }

  boolean isClosed() {
    return closed.get();
  }

  @Override
  public InspectedModel model() {
    return new InspectedModel(Map.of(), Map.of(), OtdDescription.NONE);
  }

  @Override
  public Map<String, HostTensor> run(
      String signature, Map<String, HostTensor> inputs, List<String> outputs, Caller caller) {
    float[] values = inputs.get("x").floats();
    Float[] boxed = new Float[values.length];
    Arrays.setAll(boxed, i -> values[i]);
    runs.add(List.of(boxed));
    CountDownLatch here = gate;
    entered.countDown();
    await(here);
    for (float value : values) {
      if (value == BAD) {
        throw ServingException.invalid("bad: " + value);
      }
    }
    return Map.of("y", function.apply(inputs.get("x")));
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("waited for a minute");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    closed.set(true);
    onClose.run();
  }
}
