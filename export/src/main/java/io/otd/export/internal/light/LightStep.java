// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.export.internal.flat.FlatGraph;
import io.otd.export.internal.flat.FlatNode.Operation;
import io.otd.export.internal.flat.FlatNode.Ref;
import io.otd.export.internal.flat.FlatStep;
import java.util.function.Function;

/** An operation that is translated to instructions. */
final class LightStep extends FlatStep<Placed> {
  private final TapeTensors tensors;

  LightStep(
      TapeTensors tensors, FlatGraph graph, Operation operation, Function<Ref, Placed> values) {
    super(graph, operation, values);
    this.tensors = tensors;
  }

  /** Those of the tape. */
  TapeTensors tensors() {
    return tensors;
  }

  /** The same for another operation. */
  LightStep of(Operation other) {
    return new LightStep(tensors, graph(), other, values());
  }

  IllegalArgumentException unsupported(Object what) {
    return new IllegalArgumentException(
        "%s of %s (expected: one that the light engine has)"
            .formatted(what, operation().operator()));
  }
}
