// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import io.otd.serve.internal.inspection.InspectedModel;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Knowledge about the signatures of a model: whether the answer of a row depends on the other rows
 * of a run. A graph does not declare this; a signature is trusted after its first joined runs
 * agreed with separate runs of the same requests. If all rows were equal, they prove less: only
 * that such runs can be joined. The rows of a model that otd exported are independent.
 */
public final class Proofs {
  /** Runs that have to agree. */
  static final int NEEDED = 3;

  private final boolean independent;
  private final Map<Fact, Integer> confirmed = new HashMap<>();
  private final Set<String> separate = new HashSet<>();

  /** What is known of a model before its first run. */
  public Proofs(InspectedModel model) {
    this(model.otd().description().isPresent());
  }

  Proofs(boolean independent) {
    this.independent = independent;
  }

  private record Fact(String signature, String output, boolean varied) {}

  /** Whether joined runs were seen to differ. */
  public synchronized boolean isSeparate(String signature) {
    return separate.contains(signature);
  }

  /**
   * Whether a joined run needs no comparison.
   *
   * @param varied whether not all of its rows are the same
   */
  public synchronized boolean areEnough(
      String signature, Collection<String> outputs, boolean varied) {
    return independent
        || outputs.stream()
            .allMatch(
                output ->
                    isEnough(new Fact(signature, output, true))
                        || (!varied && isEnough(new Fact(signature, output, false))));
  }

  private boolean isEnough(Fact fact) {
    return confirmed.getOrDefault(fact, 0) >= NEEDED;
  }

  /** A joined run agreed. */
  public synchronized void confirm(String signature, Collection<String> outputs, boolean varied) {
    outputs.forEach(
        output -> confirmed.merge(new Fact(signature, output, varied), 1, Integer::sum));
  }

  /**
   * A joined run differed.
   *
   * @return whether that is news
   */
  public synchronized boolean refute(String signature) {
    return separate.add(signature);
  }
}
