// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.google.protobuf.Int64Value;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.serve.internal.batching.BatchingSettings;
import io.otd.serve.proto.BatchingParameters;
import io.otd.serve.registry.TextMessages;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** TensorFlow Serving's way of saying how requests are joined. */
public final class BatchingParametersFile {
  private BatchingParametersFile() {}

  /**
   * Reads settings from a file: {@code BatchingParameters} in protobuf's text form. Omitted values
   * are as in {@link BatchingSettings#DEFAULT}; the name of the threads has no meaning here.
   *
   * @throws InvalidFileException naming line and column, or the parameter, if it is invalid
   * @throws IOException if it cannot be read
   */
  public static BatchingSettings read(Path file) throws IOException {
    return TextMessages.read(file, BatchingParameters.newBuilder(), message -> of(message.build()));
  }

  private static BatchingSettings of(BatchingParameters message) {
    BatchingSettings defaults = BatchingSettings.DEFAULT;
    if (message.getPadVariableLengthInputs()) {
      throw new IllegalArgumentException(
          "pad_variable_length_inputs: true (expected: false; a row keeps its own length, so that its answer does not depend on others)");
    }
    List<Integer> sizes = new ArrayList<>();
    for (long size : message.getAllowedBatchSizesList()) {
      sizes.add(whole("allowed_batch_sizes", size));
    }
    return new BatchingSettings(
        message.hasMaxBatchSize()
            ? value("max_batch_size", message.getMaxBatchSize())
            : defaults.maxBatchSize(),
        message.hasBatchTimeoutMicros()
            ? Duration.ofNanos(
                1000L * value("batch_timeout_micros", message.getBatchTimeoutMicros()))
            : defaults.batchTimeout(),
        message.hasMaxEnqueuedBatches()
            ? value("max_enqueued_batches", message.getMaxEnqueuedBatches())
            : defaults.maxEnqueuedBatches(),
        message.hasNumBatchThreads()
            ? value("num_batch_threads", message.getNumBatchThreads())
            : defaults.batchThreads(),
        sizes);
  }

  private static int value(String name, Int64Value value) {
    return whole(name, value.getValue());
  }

  private static int whole(String name, long value) {
    if (value < Integer.MIN_VALUE || value > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "%s: %s (expected: at most %s)".formatted(name, value, Integer.MAX_VALUE));
    }
    return (int) value;
  }
}
