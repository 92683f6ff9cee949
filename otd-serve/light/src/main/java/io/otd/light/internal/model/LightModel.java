// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.model;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.schema.TableSchema;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An exported model.
 *
 * @param schema columns and targets
 * @param levels of the SavedModel's quantiles, exact decimals
 * @param calibration of the pooled draws
 * @param metrics of the training run, by name
 * @param kinds of the networks: one, or several of a pool, with equally many members
 * @param rounds the order in which the kinds give their draws: for each round of one draw per
 *     member, the number of its kind from 0
 */
public record LightModel(
    TableSchema schema,
    List<BigDecimal> levels,
    Calibration calibration,
    Map<String, Double> metrics,
    List<LightKind> kinds,
    List<Integer> rounds) {
  /** Checks that the sizes agree. */
  public LightModel {
    levels = List.copyOf(levels);
    kinds = List.copyOf(kinds);
    rounds = List.copyOf(rounds);
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    if (kinds.isEmpty()) {
      throw new IllegalArgumentException("kinds: none (expected: at least one)");
    }
    int outputs = schema.targets().size();
    calibration.requireOutputs(outputs);
    int members = kinds.get(0).members().size();
    int[] found = new int[kinds.size()];
    for (int round : rounds) {
      if (round < 0 || round >= found.length) {
        throw new IllegalArgumentException(
            "kind of a round: %s (expected: 0 to %s)".formatted(round, found.length - 1));
      }
      found[round]++;
    }
    for (int c = 0; c < found.length; c++) {
      LightKind kind = kinds.get(c);
      LightKind.require("outputs of a kind", kind.outputs(), outputs);
      LightKind.require("inputs of the network", kind.network().inputs(), schema.width());
      LightKind.require("members of a kind", kind.members().size(), members);
      LightKind.require("rounds of a kind", found[c], kind.draws() / members);
    }
  }

  /** d_y. */
  public int outputs() {
    return schema.targets().size();
  }

  /** M: members of each kind. */
  public int size() {
    return kinds.get(0).members().size();
  }

  /** Position of each round if those of the kinds are stored one kind after another. */
  public int[] places() {
    int[] next = new int[kinds.size()];
    for (int c = 1; c < next.length; c++) {
      next[c] = next[c - 1] + kinds.get(c - 1).draws() / size();
    }
    return rounds.stream().mapToInt(kind -> next[kind]++).toArray();
  }

  /** S: draws of all kinds. */
  public int draws() {
    return kinds.stream().mapToInt(LightKind::draws).sum();
  }
}
