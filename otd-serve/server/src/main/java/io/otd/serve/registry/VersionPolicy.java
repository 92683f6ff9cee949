// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import io.otd.core.internal.check.Check;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeSet;

/** Selects the existing versions to serve. */
public sealed interface VersionPolicy {
  /**
   * The versions to be served.
   *
   * @param found existing versions
   */
  SortedSet<Long> choose(NavigableSet<Long> found);

  /**
   * The versions of which one is served if no chosen one can be loaded, the first choice first.
   *
   * @param found existing versions
   */
  List<Long> standIns(NavigableSet<Long> found);

  /**
   * The highest.
   *
   * @param count how many, at least 1
   */
  record Latest(int count) implements VersionPolicy {
    /** Checks the range. */
    public Latest {
      Check.that(count >= 1, "latest versions", count, ">= 1");
    }

    @Override
    public SortedSet<Long> choose(NavigableSet<Long> found) {
      SortedSet<Long> chosen = new TreeSet<>();
      found.descendingSet().stream().limit(count).forEach(chosen::add);
      return chosen;
    }

    @Override
    public List<Long> standIns(NavigableSet<Long> found) {
      return found.descendingSet().stream().skip(count).toList();
    }
  }

  /** Every one. */
  record All() implements VersionPolicy {
    @Override
    public SortedSet<Long> choose(NavigableSet<Long> found) {
      return new TreeSet<>(found);
    }

    @Override
    public List<Long> standIns(NavigableSet<Long> found) {
      return List.of();
    }
  }

  /**
   * Those named, as far as they exist.
   *
   * @param versions at least one
   */
  record Specific(SortedSet<Long> versions) implements VersionPolicy {
    /** Checks that there is one, and copies them. */
    public Specific {
      if (versions.isEmpty()) {
        throw new IllegalArgumentException("specific versions: none (expected: at least one)");
      }
      versions = Collections.unmodifiableSortedSet(new TreeSet<>(versions));
    }

    @Override
    public SortedSet<Long> choose(NavigableSet<Long> found) {
      SortedSet<Long> chosen = new TreeSet<>(versions);
      chosen.retainAll(found);
      return chosen;
    }

    @Override
    public List<Long> standIns(NavigableSet<Long> found) {
      return List.of();
    }
  }
}
