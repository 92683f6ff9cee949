// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json.reply;

import io.otd.core.internal.savedmodel.proto.Class;
import io.otd.core.internal.savedmodel.proto.ClassificationResult;
import io.otd.core.internal.savedmodel.proto.RegressionResult;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.json.JsonBytes;
import io.otd.serve.settings.NonFinite;

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
   * @param result one value an example
   * @throws ServingException INVALID_ARGUMENT, if there are none
   */
  public static byte[] regressions(RegressionResult result, NonFinite nonFinite) {
    if (result.getRegressionsCount() == 0) {
      throw ServingException.invalid("Cannot convert empty RegressionResults to JSON");
    }
    JsonBytes json = json(nonFinite).raw("{\n    \"results\": [");
    for (int i = 0; i < result.getRegressionsCount(); i++) {
      json.raw(i > 0 ? ", " : "").number(result.getRegressions(i).getValue());
    }
    return json.raw("\n    ]\n}").toByteArray();
  }

  /**
   * The reply of a classify request.
   *
   * @param result the classes of each example
   * @throws ServingException INVALID_ARGUMENT, if there are none
   */
  public static byte[] classifications(ClassificationResult result, NonFinite nonFinite) {
    if (result.getClassificationsCount() == 0) {
      throw ServingException.invalid("Cannot convert empty ClassificationResults to JSON");
    }
    JsonBytes json = json(nonFinite).raw("{\n    \"results\": ");
    json.list(
        result.getClassificationsList(),
        example -> json.list(example.getClassesList(), scored -> scored(scored, json)));
    return json.raw("\n}").toByteArray();
  }

  private static void scored(Class scored, JsonBytes json) {
    json.raw('[').string(scored.getLabel()).raw(", ").number(scored.getScore()).raw(']');
  }

  private static JsonBytes json(NonFinite nonFinite) {
    return new JsonBytes(nonFinite, EXPECTED);
  }
}
