// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

/** The kind of a JSON value, as named in TensorFlow Serving's messages. */
public enum JsonKind {
  /** {@code {...}}. */
  OBJECT("Object"),
  /** {@code [...]}. */
  ARRAY("Array"),
  /** Text. */
  STRING("String"),
  /** A number, finite or not. */
  NUMBER("Number"),
  /** {@code true}. */
  TRUE("True"),
  /** {@code false}. */
  FALSE("False"),
  /** {@code null}. */
  NULL("Null");

  private final String text;

  JsonKind(String text) {
    this.text = text;
  }

  /** As messages name it. */
  String text() {
    return text;
  }
}
