// SPDX-License-Identifier: Apache-2.0
package io.otd.table.problem;

import io.otd.core.internal.check.Check;
import java.util.List;

/**
 * A user's input (a file, a setting, an argument) is invalid. Holds all problems at once, each with
 * its location, the value and what was expected.
 */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient List<String> problems;

  /**
   * Several problems.
   *
   * @param problems at least one, each a sentence without a line break at its end
   */
  public InputException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
    this.problems = List.copyOf(problems);
  }

  /** One problem. */
  public InputException(String problem) {
    this(List.of(problem));
  }

  /**
   * Ends a check.
   *
   * @param problems that were found, possibly none
   * @throws InputException with all of them, if there are any
   */
  public static void throwIfAny(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new InputException(problems);
    }
  }

  /**
   * Requires a condition of a value: {@code --draws: 1 (expected: at least 2)}.
   *
   * @param met whether it holds
   * @param name of the value
   * @param expected the condition in words, in which each {@code %s} stands for one of the bounds
   * @throws InputException if it does not hold
   */
  public static void require(
      boolean met, String name, Object value, String expected, Object... bounds) {
    if (!met) {
      throw new InputException(Check.problem(name, value, expected, bounds));
    }
  }

  /** The exception for a required value that is absent, as {@link #require} words it. */
  public static InputException notGiven(String name, String expected, Object... bounds) {
    return new InputException(Check.notGiven(name, expected, bounds));
  }

  /** The problems, in the order in which they were found. */
  public List<String> problems() {
    return problems;
  }
}
