// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json.reply;

import io.otd.serve.inference.Classification;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.json.JsonBytes;
import io.otd.serve.settings.NonFinite;
import java.util.List;

/** Writes the small replies. All are UTF-8. */
public final class ReplyJson {
  private static final int EXPECTED = 256;

  private ReplyJson() {}

  /** {@code {"error": message}}. */
  public static byte[] error(String message) {
    return json(NonFinite.BARE).raw("{\n    \"error\": ").string(message).raw("\n}").toByteArray();
  }

  /**
   * The reply of a regress request.
   *
   * @param values one an example
   * @throws ServingException INVALID_ARGUMENT, if there are none
   */
  public static byte[] regressions(float[] values, NonFinite nonFinite) {
    if (values.length == 0) {
      throw ServingException.invalid("Cannot convert empty RegressionResults to JSON");
    }
    JsonBytes json = json(nonFinite).raw("{\n    \"results\": [");
    for (int i = 0; i < values.length; i++) {
      json.raw(i > 0 ? ", " : "").number(values[i]);
    }
    return json.raw("\n    ]\n}").toByteArray();
  }

  /**
   * The reply of a classify request.
   *
   * @param examples the classes of each
   * @throws ServingException INVALID_ARGUMENT, if there are none
   */
  public static byte[] classifications(
      List<List<Classification.Scored>> examples, NonFinite nonFinite) {
    if (examples.isEmpty()) {
      throw ServingException.invalid("Cannot convert empty ClassificationResults to JSON");
    }
    JsonBytes json = json(nonFinite).raw("{\n    \"results\": ");
    json.list(examples, classes -> json.list(classes, scored -> scored(scored, json)));
    return json.raw("\n}").toByteArray();
  }

  private static void scored(Classification.Scored scored, JsonBytes json) {
    json.raw('[').string(scored.label()).raw(", ").number(scored.score()).raw(']');
  }

  private static JsonBytes json(NonFinite nonFinite) {
    return new JsonBytes(nonFinite, EXPECTED);
  }
}
