// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.otd.core.internal.cell.CellNumber;
import io.otd.table.source.SourceColumn;
import io.otd.table.source.SourceColumn.Kind;
import java.io.IOException;

/** What the values of a key are in all objects. */
final class JsonColumn {
  private boolean texts;
  private boolean numbers;
  private boolean objects;
  private boolean lists;

  /** One more value. */
  void add(JsonParser value) {
    switch (value.currentToken()) {
      case VALUE_STRING, VALUE_TRUE, VALUE_FALSE -> texts = true;
      case START_OBJECT -> objects = true;
      case START_ARRAY -> lists = true;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> numbers = true;
      default -> {} // nulls, which fit any kind
    }
  }

  /** The column of a table: of texts, if a value is one. */
  SourceColumn column(String key) {
    if (objects || lists) {
      return new SourceColumn(key, Kind.OTHER, objects ? "JSON object" : "JSON array");
    }
    if (!texts) {
      return new SourceColumn(key, Kind.NUMBER, "number");
    }
    return new SourceColumn(key, numbers ? Kind.MIXED : Kind.TEXT, "text");
  }

  /** A value as a number, NaN if it is null. */
  static double number(JsonParser value) throws IOException {
    return value.currentToken().isNumeric() ? value.getDoubleValue() : Double.NaN;
  }

  /** A value as a text: of a whole number all digits, of another one the shortest form. */
  static String text(JsonParser value) throws IOException {
    JsonToken token = value.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return "";
    }
    if (token != JsonToken.VALUE_NUMBER_FLOAT) {
      return value.getText();
    }
    double number = value.getDoubleValue();
    return Double.isNaN(number) ? "" : CellNumber.of(number);
  }
}
