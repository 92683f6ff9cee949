// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.export.internal.flat.FlatNode.Operation;
import io.otd.export.internal.flat.FlatNode.Ref;
import io.otd.light.internal.tape.Opcode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Steps down a table of trees: the input that a node compares with its threshold chooses the next
 * node.
 *
 * @param patterns of the graph
 */
record TreePattern(FlatPatterns patterns) {
  /** How often a step reads the place where it begins. */
  private static final int READS = 4;

  /**
   * Steps.
   *
   * @param x the rows
   * @param begin where they begin
   * @param tables columns, thresholds, left and right children
   * @param steps how many
   */
  record Way(Ref x, Ref begin, List<Ref> tables, int steps) {
    Fused fused() {
      List<Ref> reads = new ArrayList<>(List.of(x, begin));
      reads.addAll(tables);
      return new Fused(reads, this::add);
    }

    private Placed add(LightStep step) {
      List<Integer> inputs = new ArrayList<>();
      inputs.add(step.values().apply(x).tensor());
      inputs.add(step.tensors().plain(step.values().apply(begin)).tensor());
      tables.forEach(table -> inputs.add(step.values().apply(table).tensor()));
      return Placed.plain(step.tensors().add(Opcode.DESCEND, inputs, steps), step.result().shape());
    }
  }

  /** The steps that end in a result. */
  Optional<Way> match(Ref ref) {
    Optional<Way> last = step(ref);
    if (last.isEmpty()) {
      return last;
    }
    Way way = last.get();
    // A loop, as there may be many steps.
    while (patterns.uses(way.begin()) == READS) {
      Optional<Way> before = step(way.begin());
      Way known = way;
      Optional<Way> joined =
          before.filter(b -> b.x().equals(known.x()) && b.tables().equals(known.tables()));
      if (joined.isEmpty()) {
        break;
      }
      way = new Way(way.x(), joined.get().begin(), way.tables(), way.steps() + 1);
    }
    return Optional.of(way);
  }

  private Optional<Way> step(Ref ref) {
    Optional<Operation> choice = patterns.of(ref, "SelectV2");
    Optional<Operation> less = choice.flatMap(c -> patterns.of(c.inputs().get(0), "Less"));
    Optional<Operation> threshold = less.flatMap(l -> lookup(l.inputs().get(0)));
    Optional<Operation> input = less.flatMap(l -> patterns.of(l.inputs().get(1), "GatherV2"));
    Optional<Operation> column = input.flatMap(i -> lookup(i.inputs().get(1)));
    Optional<Operation> right = choice.flatMap(c -> lookup(c.inputs().get(1)));
    Optional<Operation> left = choice.flatMap(c -> lookup(c.inputs().get(2)));
    if (threshold.isEmpty() || column.isEmpty() || right.isEmpty() || left.isEmpty()) {
      return Optional.empty();
    }
    List<Operation> lookups = List.of(column.get(), threshold.get(), left.get(), right.get());
    Ref begin = column.get().inputs().get(1);
    boolean same = lookups.stream().allMatch(l -> l.inputs().get(1).equals(begin));
    Ref x = input.orElseThrow().inputs().get(0);
    boolean rows = patterns.type(x).rank() == 2 && patterns.type(begin).rank() <= 2;
    return same && rows
        ? Optional.of(new Way(x, begin, lookups.stream().map(l -> l.inputs().get(0)).toList(), 1))
        : Optional.empty();
  }

  /** An element of a constant vector. */
  private Optional<Operation> lookup(Ref ref) {
    return patterns
        .of(ref, "GatherV2")
        .filter(
            gather ->
                patterns.isConstant(gather.inputs().get(0))
                    && patterns.type(gather.inputs().get(0)).rank() == 1);
  }
}
