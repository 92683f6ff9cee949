// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

/**
 * The model that a request is for.
 *
 * @param name of the model
 * @param choice which version
 */
public record ModelReference(String name, Choice choice) {
  /** Which version. */
  public sealed interface Choice {}

  /** The highest that is available. */
  public record Latest() implements Choice {}

  /**
   * One by its number.
   *
   * @param version the number; 0 means the latest if there is no such version, because some clients
   *     always send a number
   */
  public record Numbered(long version) implements Choice {}

  /**
   * One by its label.
   *
   * @param label as configured
   */
  public record Label(String label) implements Choice {}

  /** The latest version of a model. */
  public static ModelReference latest(String name) {
    return new ModelReference(name, new Latest());
  }

  /** A version of a model by its number. */
  public static ModelReference version(String name, long version) {
    return new ModelReference(name, new Numbered(version));
  }

  /** A version of a model by its label. */
  public static ModelReference label(String name, String label) {
    return new ModelReference(name, new Label(label));
  }
}
