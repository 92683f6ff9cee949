// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.architecture;

/**
 * What {@link DocumentationTest} must report, and what not.
 *
 * @param height is described
 */
public record Undescribed(int height, int width) {
  public Undescribed {
    if (height < 0) {
      throw new IllegalArgumentException("height: " + height + " (expected: >= 0)");
    }
  }

  /** Is described. */
  public void described() {}

  public void bare() {}

  void hidden() {}

  @Override
  public String toString() {
    return "undescribed";
  }

  /** Constants. */
  public enum Letters {
    /** Described. */
    A,
    B
  }
}
