// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.settings;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.settings.Setting;
import java.util.List;
import java.util.Optional;

/**
 * How requests are joined. The names are those of TensorFlow Serving's {@code BatchingParameters}.
 *
 * @param maxBatchSize rows of one run, at least 1; a request with more is split, and its answer
 *     reassembled
 * @param batchTimeoutMicros how long a batch that is not full waits for more once a thread is free;
 *     0 for not at all: requests are then joined only while all threads are busy
 * @param maxEnqueuedBatches batches that may wait for a thread, of each version of a model, at
 *     least 1; requests that do not fit are rejected at once
 * @param numBatchThreads that run batches, of all models together, from 1 to 1,024; empty for as
 *     many as there are cores
 * @param allowedBatchSizes a batch is padded to the next of these by repeating its last row;
 *     rising, the last equal to {@code maxBatchSize}; empty for any size
 */
public record BatchingSettings(
    @Setting(
            value = "Maximum number of rows of one run; a request with more is split.",
            atLeast = 1)
        int maxBatchSize,
    @Setting(
            value =
                "Microseconds that a batch that is not full waits for more requests once a thread is free.",
            atLeast = 0)
        int batchTimeoutMicros,
    @Setting(
            value =
                "Maximum number of batches of a version that wait for a thread; further requests are rejected.",
            atLeast = 1)
        int maxEnqueuedBatches,
    @Setting(
            value = "Threads that run batches, of all models. Default: the number of cores.",
            atLeast = 1,
            atMost = BatchingSettings.MAX_THREADS)
        Optional<Integer> numBatchThreads,
    @Setting(
            value =
                "A batch is padded to the next of these sizes: rising, the last equal to max_batch_size. Empty for any size.",
            atLeast = 1)
        List<Integer> allowedBatchSizes) {
  /**
   * As in TensorFlow Serving, except for the queue, which has 10 batches there. Here, a request
   * that cannot be joined counts as a batch.
   */
  public static final BatchingSettings DEFAULT =
      new BatchingSettings(1000, 0, 100, Optional.empty(), List.of());

  private static final int MAX_WAITING = 256;
  static final int MAX_THREADS = 1024;

  /** Checks the ranges. */
  public BatchingSettings {
    requirePositive("max_batch_size", maxBatchSize);
    requirePositive("max_enqueued_batches", maxEnqueuedBatches);
    numBatchThreads.ifPresent(threads -> requirePositive("num_batch_threads", threads));
    if (numBatchThreads.orElse(1) > MAX_THREADS) {
      throw new IllegalArgumentException(
          "num_batch_threads: %s (expected: at most %s)"
              .formatted(numBatchThreads.get(), MAX_THREADS));
    }
    Check.that(batchTimeoutMicros >= 0, "batch_timeout_micros", batchTimeoutMicros, ">= 0");
    allowedBatchSizes = List.copyOf(allowedBatchSizes);
    requireRising(allowedBatchSizes, maxBatchSize);
  }

  private static void requirePositive(String name, int value) {
    Check.that(value >= 1, name, value, ">= 1");
  }

  private static void requireRising(List<Integer> sizes, int max) {
    int last = 0;
    for (int size : sizes) {
      Check.that(size > last, "allowed_batch_sizes", sizes, "rising from 1 on");
      last = size;
    }
    if (!sizes.isEmpty() && last != max) {
      throw new IllegalArgumentException(
          "allowed_batch_sizes: %s (expected: the last to equal max_batch_size, %s)"
              .formatted(sizes, max));
    }
  }

  /** Threads that run batches. */
  public int threads() {
    return numBatchThreads.orElseGet(Runtime.getRuntime()::availableProcessors);
  }

  /**
   * Threads that wait for answers: to fill batches, there must be more than run at a time, as many
   * as the rows of two batches, up to a bound.
   *
   * @param atLeast as many as there would be without batches
   */
  public int waitingThreads(int atLeast) {
    return Math.max(atLeast, (int) Math.min(MAX_WAITING, 2L * maxBatchSize));
  }

  /** The size to which a batch of this number of rows is padded. */
  public int filled(int rows) {
    return allowedBatchSizes.stream()
        .mapToInt(Integer::intValue)
        .filter(size -> size >= rows)
        .findFirst()
        .orElse(rows);
  }
}
