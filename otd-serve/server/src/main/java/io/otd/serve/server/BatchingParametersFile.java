// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.google.protobuf.Int64Value;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.serve.internal.settings.BatchingSettings;
import io.otd.serve.proto.BatchingParameters;
import io.otd.serve.registry.TextMessages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

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
    return new BatchingSettings(
        value("max_batch_size", message.hasMaxBatchSize(), message.getMaxBatchSize())
            .orElse(defaults.maxBatchSize()),
        value(
                "batch_timeout_micros",
                message.hasBatchTimeoutMicros(),
                message.getBatchTimeoutMicros())
            .orElse(defaults.batchTimeoutMicros()),
        value(
                "max_enqueued_batches",
                message.hasMaxEnqueuedBatches(),
                message.getMaxEnqueuedBatches())
            .orElse(defaults.maxEnqueuedBatches()),
        value("num_batch_threads", message.hasNumBatchThreads(), message.getNumBatchThreads()),
        message.getAllowedBatchSizesList().stream()
            .map(size -> whole("allowed_batch_sizes", size))
            .toList());
  }

  private static Optional<Integer> value(String name, boolean present, Int64Value value) {
    return present ? Optional.of(whole(name, value.getValue())) : Optional.empty();
  }

  private static int whole(String name, long value) {
    if (value < Integer.MIN_VALUE || value > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "%s: %s (expected: at most %s)".formatted(name, value, Integer.MAX_VALUE));
    }
    return (int) value;
  }
}
