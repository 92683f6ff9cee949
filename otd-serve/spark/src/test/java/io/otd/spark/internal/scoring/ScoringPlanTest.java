// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.spark.internal.shipping.ScoringEngine;
import io.otd.spark.internal.shipping.ShippedModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScoringPlanTest {
  /** A model contains at least its networks; the smallest has some 10 KB. */
  private static final int FAR_BELOW_A_MODEL = 3000;

  @Test
  void a_serialized_task_is_small_and_contains_no_model() throws Exception {
    PartitionScorer told =
        new PartitionScorer(
            new ScoringPlan(
                new ShippedModel("otd-0.bin", "0".repeat(64), ScoringEngine.LIGHT, ""),
                new InputBinding(List.of(4, 2, 0)),
                ResultShape.USUAL));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(told);
    }
    assertThat(bytes.size()).isLessThan(FAR_BELOW_A_MODEL);
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(in.readObject()).isEqualTo(told);
    }
  }
}
