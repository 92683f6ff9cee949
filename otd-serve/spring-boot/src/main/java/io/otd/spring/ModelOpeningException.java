// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import io.otd.core.internal.files.PathSpelling;
import java.nio.file.InvalidPathException;
import org.jspecify.annotations.Nullable;

/** A model of the configuration that cannot be opened. */
final class ModelOpeningException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final String PATH =
      "what \"otd export\" wrote: a directory of versions, one version, or its otd-light.bin";

  private final String property;

  private ModelOpeningException(String property, String message, @Nullable Throwable cause) {
    super(property + ": " + message, cause);
    this.property = property;
  }

  private static String property(String model, String name) {
    return OtdProperties.MODELS + "." + model + "." + name;
  }

  /** The path of a model is missing. */
  static ModelOpeningException withoutPath(String model) {
    return new ModelOpeningException(
        property(model, "path"), "not set (expected: %s)".formatted(PATH), null);
  }

  /**
   * A model cannot be opened.
   *
   * @param path as configured
   * @param cause why it could not be opened
   */
  static ModelOpeningException ofPath(String model, String path, Throwable cause) {
    return new ModelOpeningException(
        property(model, "path"), "%s (expected: %s)".formatted(path, PATH), cause);
  }

  /**
   * The text of a path is none.
   *
   * @param path as configured
   * @param cause names what is wrong with it
   */
  static ModelOpeningException ofSpelling(String model, String path, InvalidPathException cause) {
    return new ModelOpeningException(
        property(model, "path"),
        "%s (expected: %s)".formatted(path, PathSpelling.expected(cause)),
        cause);
  }

  /** TensorFlow is the engine of a model, but not on the class path. */
  static ModelOpeningException withoutTensorFlow(String model) {
    return new ModelOpeningException(
        property(model, "compute.engine"),
        "tensorflow (expected: light, or io.otd:otd-predict among the dependencies)",
        null);
  }

  /**
   * Settings of a model are invalid.
   *
   * @param cause names the setting, its value, and what was expected
   */
  static ModelOpeningException ofSettings(String model, IllegalArgumentException cause) {
    return new ModelOpeningException(
        OtdProperties.MODELS + "." + model, String.valueOf(cause.getMessage()), cause);
  }

  /** Full name of the wrong property, or the prefix of the model's properties. */
  String property() {
    return property;
  }
}
