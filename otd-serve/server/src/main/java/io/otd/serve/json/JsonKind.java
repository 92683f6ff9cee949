// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

/** What a JSON value is, in the words of TensorFlow Serving's messages. */
enum JsonKind {
  OBJECT("Object"),
  ARRAY("Array"),
  STRING("String"),
  NUMBER("Number"),
  TRUE("True"),
  FALSE("False"),
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
