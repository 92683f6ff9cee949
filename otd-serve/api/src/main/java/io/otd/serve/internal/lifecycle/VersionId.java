// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.lifecycle;

import java.util.Comparator;

/**
 * A version of a model, ordered by name and number.
 *
 * @param model its name
 * @param version its number
 */
public record VersionId(String model, long version) implements Comparable<VersionId> {
  @Override
  public int compareTo(VersionId other) {
    return Comparator.comparing(VersionId::model)
        .thenComparing(VersionId::version)
        .compare(this, other);
  }

  /** As messages name it. */
  @Override
  public String toString() {
    return "model %s, version %s".formatted(model, version);
  }
}
