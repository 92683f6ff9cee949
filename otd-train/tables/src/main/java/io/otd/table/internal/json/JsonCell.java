// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cell that holds a JSON value. */
public final class JsonCell {
  private JsonCell() {}

  /**
   * The text of a value: of a JSON string its characters, without quotes; of anything else the JSON
   * itself; null for {@code null}.
   */
  public static @Nullable String text(String json) {
    try (JsonParser value = new JsonFactory().createParser(json)) {
      JsonToken token = value.nextToken();
      if (token == JsonToken.VALUE_NULL) {
        return null;
      }
      return token == JsonToken.VALUE_STRING ? value.getText() : json;
    } catch (IOException e) {
      return json; // no JSON, whatever its type is called
    }
  }

  /** The texts of an array in a JSON object; none if it has no such array, or is none. */
  public static List<String> texts(String json, String array) {
    List<String> texts = new ArrayList<>();
    try (JsonParser object = new JsonFactory().createParser(json)) {
      object.nextToken();
      while (object.nextToken() == JsonToken.FIELD_NAME) {
        boolean wanted = object.currentName().equals(array);
        if (object.nextToken() == JsonToken.START_ARRAY && wanted) {
          while (object.nextToken() != JsonToken.END_ARRAY) {
            if (object.currentToken() == JsonToken.VALUE_STRING) {
              texts.add(object.getText());
            }
            object.skipChildren();
          }
        }
        object.skipChildren();
      }
    } catch (IOException e) {
      return List.of(); // no JSON
    }
    return texts;
  }
}
