// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.parallel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a task.
 *
 * @param <T> type of the result
 * @param value its result, if it did not fail
 * @param failure why it failed, if it did
 */
public record Outcome<T>(@Nullable T value, @Nullable Throwable failure) {
  static <T> Outcome<T> of(T value) {
    return new Outcome<>(value, null);
  }

  static <T> Outcome<T> failed(Throwable failure) {
    return new Outcome<>(null, failure);
  }

  static <T> Outcome<T> none() {
    return new Outcome<>(null, null);
  }

  /**
   * The result of the task.
   *
   * @throws Exception the cause of the failure
   */
  public T get() throws Exception {
    if (failure instanceof Exception e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
    if (value == null) {
      throw new IllegalStateException("the task gave nothing");
    }
    return value;
  }

  /** The result of a task that fails only by unchecked exceptions, which are rethrown. */
  public T unchecked() {
    try {
      return get();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The results of all tasks.
   *
   * @throws IOException what made the first of those fail that did; as are unchecked exceptions
   */
  public static <T> List<T> all(List<Outcome<T>> outcomes) throws IOException {
    List<T> values = new ArrayList<>();
    for (Outcome<T> outcome : outcomes) {
      if (outcome.failure() instanceof IOException e) {
        throw e;
      }
      values.add(outcome.unchecked());
    }
    return values;
  }
}
