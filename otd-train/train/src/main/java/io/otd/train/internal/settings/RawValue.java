// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import java.util.List;

/** A value as a user wrote it, before it is known what it should be. */
public sealed interface RawValue {
  /**
   * One word or number.
   *
   * @param text as written
   */
  record Text(String text) implements RawValue {
    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * A list of words or numbers.
   *
   * @param items as written
   */
  record Items(List<String> items) implements RawValue {
    @Override
    public String toString() {
      return items.toString();
    }
  }

  /** Something that no setting accepts, such as a list of lists. */
  record Nested() implements RawValue {
    @Override
    public String toString() {
      return "a nested structure";
    }
  }

  /** A key without a value. */
  record Nothing() implements RawValue {
    @Override
    public String toString() {
      return "nothing";
    }
  }
}
