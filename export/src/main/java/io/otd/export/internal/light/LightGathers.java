// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.light.internal.tape.Constant;
import io.otd.light.internal.tape.Opcode;
import io.otd.light.internal.tape.TapeBuilder;
import java.util.ArrayList;
import java.util.List;

/** Elements at places. */
final class LightGathers {
  private LightGathers() {}

  static Placed add(LightStep step) {
    Placed x = step.in(0);
    Placed places = step.in(1);
    TapeBuilder tape = step.tensors().tape();
    int dimension = step.dimension(step.whole(2), x.rank());
    boolean known = tape.isConstant(places.tensor());
    if (known && step.operation().whole("batch_dims") == 0) {
      return picked(step, x, dimension, places);
    } else if (tape.isConstant(x.tensor()) && dimension == 0 && x.rank() <= 2) {
      return looked(step, step.tensors().plain(x), places);
    }
    return taken(step, x, dimension, places);
  }

  /** One known place leaves no dimension. */
  private static Placed picked(LightStep step, Placed x, int dimension, Placed places) {
    Placed value = x.axes().get(dimension) < 0 ? step.tensors().plain(x) : x;
    int axis = value.axes().get(dimension);
    Constant constant = step.tensors().tape().constant(places.tensor());
    Constant vector =
        new Constant(constant.type().with(List.of(constant.type().size())), constant.bytes());
    int picked =
        step.tensors()
            .add(Opcode.PICK, List.of(value.tensor(), step.tensors().tape().add(vector)), axis);
    Placed result = value.resized(picked, dimension, constant.type().size());
    return switch (places.rank()) {
      case 0 -> result.without(dimension);
      case 1 -> result;
      default -> spread(step, result);
    };
  }

  /** The dimensions of the places instead of one. */
  private static Placed spread(LightStep step, Placed picked) {
    Placed plain = step.tensors().plain(picked);
    Placed result = Placed.plain(0, step.result().shape());
    return result.with(step.tensors().reshaped(plain.tensor(), result.ofRow()));
  }

  /** Elements, or rows, of a constant. */
  private static Placed looked(LightStep step, Placed table, Placed places) {
    Placed at = table.rank() == 1 ? places : step.tensors().plain(places);
    int found = step.tensors().add(Opcode.LOOKUP, List.of(table.tensor(), at.tensor()));
    if (table.rank() == 1) {
      return at.with(found);
    }
    List<Long> shape = new ArrayList<>(at.shape());
    shape.add(table.shape().get(1));
    return Placed.plain(found, shape);
  }

  /** Along a dimension that both have, or the places of all rows. */
  private static Placed taken(LightStep step, Placed x, int dimension, Placed places) {
    boolean shared = step.operation().whole("batch_dims") == 0;
    if (dimension != x.rank() - 1 || (shared && (x.rank() != 2 || places.rank() != 1))) {
      throw step.unsupported("%s at %s".formatted(x.shape(), places.shape()));
    }
    boolean alike = !shared && x.axes().equals(places.axes()) && sameRank(step, x, places);
    Placed from = alike ? x : step.tensors().plain(x);
    Placed at = alike ? places : step.tensors().plain(places);
    int axis = from.axes().get(dimension);
    int gathered = step.tensors().add(Opcode.TAKE, List.of(from.tensor(), at.tensor()), axis);
    return from.resized(gathered, dimension, at.shape().get(at.rank() - 1));
  }

  private static boolean sameRank(LightStep step, Placed a, Placed b) {
    TapeBuilder tape = step.tensors().tape();
    return tape.type(a.tensor()).rank() == tape.type(b.tensor()).rank();
  }
}
