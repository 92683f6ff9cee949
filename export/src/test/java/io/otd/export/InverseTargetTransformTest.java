// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.schema.BoundedTransform;
import io.otd.core.schema.Log1pTransform;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import io.otd.core.schema.TargetSupport.Lattice;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.tensorflow.Graph;
import org.tensorflow.Session;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.buffer.DataBuffers;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat64;

class InverseTargetTransformTest {
  private static final List<TargetColumn> TARGETS =
      List.of(
          TargetColumn.scaled("claims", 3, 4)
              .with(TargetSupport.between(0, Double.POSITIVE_INFINITY)),
          TargetColumn.scaled("stars", 3, 1.3)
              .with(TargetSupport.between(1, 5).with(new Lattice(1, 2))),
          TargetColumn.scaled("decay", .97, .015)
              .with(TargetSupport.REAL.with(new Lattice(1, 1000))),
          new TargetColumn("counts", new Log1pTransform(), 1, .7, -3, 4)
              .with(TargetSupport.between(0, Double.POSITIVE_INFINITY).with(new Lattice(1, 1))),
          TargetColumn.scaled("plain", -2, 5),
          bounded("amount", new BoundedTransform(0, Double.POSITIVE_INFINITY, 1.5)),
          bounded("debt", new BoundedTransform(Double.NEGATIVE_INFINITY, 0, .5)),
          bounded("share", new BoundedTransform(0, 1, .1)),
          TargetColumn.scaled("tails", -2, 5).withTails(-1, .5, .6),
          bounded("bounded tails", new BoundedTransform(0, Double.POSITIVE_INFINITY, .1))
              .withTails(-.5, 1, .4));

  private static TargetColumn bounded(String name, BoundedTransform transform) {
    return TargetColumn.scaled(name, .4, .8).with(transform);
  }

  @Test
  void the_graph_matches_the_java_implementation() {
    int draws = 2000;
    SplittableRandom random = new SplittableRandom(4);
    double[] outputs = random.doubles((long) draws * TARGETS.size(), -3, 3).toArray();
    outputs[1] = Double.NaN;
    outputs[TARGETS.size() - 1] = Double.NaN;
    try (Graph graph = new Graph();
        TFloat64 values =
            TFloat64.tensorOf(Shape.of(1, draws, TARGETS.size()), DataBuffers.of(outputs))) {
      Ops tf = Ops.create(graph);
      var restored = InverseTargetTransform.add(tf, tf.constantOf(values), TARGETS);
      try (Session session = new Session(graph);
          var result = session.runner().fetch(restored).run();
          TFloat64 y = (TFloat64) result.get(0)) {
        int atoms = 0;
        for (int i = 0; i < outputs.length; i++) {
          int target = i % TARGETS.size();
          double expected = TARGETS.get(target).back(outputs[i]);
          double actual = y.getDouble(0, i / TARGETS.size(), target);
          if (Double.isNaN(expected)) {
            assertThat(actual).isNaN();
          } else if (target >= 4) {
            assertThat(actual).isCloseTo(expected, within(1e-12 * (1 + Math.abs(expected))));
          } else if (TARGETS.get(target).support().lattice().absent()) {
            assertThat(actual).isCloseTo(expected, within(1e-12));
            assertThat(actual == 0).isEqualTo(expected == 0);
            atoms += expected == 0 ? 1 : 0;
          } else {
            assertThat(actual).isEqualTo(expected);
          }
        }
        assertThat(atoms).isBetween(draws / 4, draws / 2);
      }
    }
  }
}
