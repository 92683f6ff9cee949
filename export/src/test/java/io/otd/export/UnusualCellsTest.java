// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.trained.TestModels;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.tensorflow.SavedModelBundle;

/** Cells that training has not seen. */
class UnusualCellsTest {
  private static ExportedModels models;

  @BeforeAll
  static void export() {
    models = new ExportedModels();
  }

  @AfterAll
  static void close() {
    models.close();
  }

  /** A text that a boolean column does not allow, and another row. */
  @Test
  void a_disallowed_text_makes_only_its_own_row_nan() throws IOException {
    List<List<String>> texts = List.of(List.of("red", "y"), List.of("red", "perhaps"));
    SavedModelBundle bundle = models.loaded(TestModels.TEXTS);
    float[] mean = SignatureRuns.summary(bundle, new float[2][0], texts, "mean");

    assertThat(mean[0]).isFinite();
    assertThat(mean[1]).isNaN();
  }

  /** An infinite number is none: nowhere is it read as the bound. */
  @Test
  void an_infinite_number_makes_only_its_own_row_nan() throws IOException {
    float[][] rows = {{110, 2.4f}, {Float.POSITIVE_INFINITY, 2.4f}, {110, Float.NEGATIVE_INFINITY}};
    List<List<String>> texts = Collections.nCopies(3, TestModels.MIXED.texts(1).get(0));
    float[] mean = SignatureRuns.summary(models.loaded(TestModels.MIXED), rows, texts, "mean");
    int each = mean.length / 3;
    for (int i = 0; i < mean.length; i++) {
      assertThat(Float.isNaN(mean[i])).isEqualTo(i >= each);
    }
  }

  /** Bounds: values beyond are clipped to them, however far. */
  @Test
  void out_of_range_numbers_are_clamped_to_the_bounds() throws IOException {
    float[][] rows = {{110, 2.4f}, {1e6f, 79}, {3e38f, 3e38f}};
    List<List<String>> texts = Collections.nCopies(3, TestModels.MIXED.texts(1).get(0));
    SavedModelBundle bundle = models.loaded(TestModels.MIXED);
    for (String output : List.of("mean", "std", "quantiles")) {
      float[] values = SignatureRuns.summary(bundle, rows, texts, output);
      int each = values.length / 3;
      for (int i = each; i < 3 * each; i++) {
        // Sums over the rows of a block may be added in another order.
        assertThat(values[i]).isCloseTo(values[i % each], within(1e-6f));
      }
    }
  }
}
