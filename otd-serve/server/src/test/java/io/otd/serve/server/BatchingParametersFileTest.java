// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.serve.internal.settings.BatchingSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchingParametersFileTest {
  @TempDir Path directory;

  private BatchingSettings read(String text) throws IOException {
    return BatchingParametersFile.read(Files.writeString(directory.resolve("batching"), text));
  }

  /** The format in TensorFlow Serving's guide. */
  @Test
  void reads_a_tensorflow_serving_file() throws IOException {
    assertThat(
            read(
                """
                max_batch_size { value: 128 }
                batch_timeout_micros { value: 1500 }
                max_enqueued_batches { value: 1000000 }
                num_batch_threads { value: 8 }
                thread_pool_name { value: "any" }
                allowed_batch_sizes: [ 1, 32 ]
                allowed_batch_sizes: 128
                """))
        .isEqualTo(new BatchingSettings(128, 1500, 1_000_000, Optional.of(8), List.of(1, 32, 128)));
  }

  @Test
  void omitted_parameters_take_their_defaults() throws IOException {
    assertThat(read("")).isEqualTo(BatchingSettings.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "max_batch_size { value: 0 } | max_batch_size: 0",
        "max_batch_size { value: 9999999999 } | max_batch_size: 9999999999",
        "batch_timeout_micros { value: -1 } | batch_timeout_micros: -1",
        "max_enqueued_batches { value: 0 } | max_enqueued_batches: 0",
        "num_batch_threads { value: 0 } | num_batch_threads: 0",
        "max_batch_size { value: 8 } allowed_batch_sizes: [4] | the last to equal max_batch_size, 8",
        "max_batch_size { value: 4 } allowed_batch_sizes: [4, 4] | rising",
        "max_batch_size { value: 4 } allowed_batch_sizes: [0, 4] | rising",
        "pad_variable_length_inputs: true | pad_variable_length_inputs",
        "max_batch: 3 | line:column 1:1"
      })
  void an_invalid_file_is_rejected_with_the_error_location(String text, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining(message);
  }
}
