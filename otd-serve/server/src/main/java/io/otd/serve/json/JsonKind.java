// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import com.fasterxml.jackson.core.JsonToken;

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

  /** That of the value which a token begins or ends. */
  static JsonKind of(JsonToken token) {
    return switch (token) {
      case START_OBJECT, END_OBJECT, FIELD_NAME -> OBJECT;
      case START_ARRAY, END_ARRAY -> ARRAY;
      case VALUE_STRING -> STRING;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> NUMBER;
      case VALUE_TRUE -> TRUE;
      case VALUE_FALSE -> FALSE;
      case VALUE_NULL, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE -> NULL;
    };
  }

  /** As messages name it. */
  String text() {
    return text;
  }
}
