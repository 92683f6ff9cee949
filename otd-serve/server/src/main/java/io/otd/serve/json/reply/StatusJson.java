// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json.reply;

import io.otd.serve.internal.lifecycle.VersionStatus;
import io.otd.serve.json.JsonBytes;
import io.otd.serve.settings.NonFinite;
import java.util.List;

/** Writes how versions are. All replies are UTF-8. */
public final class StatusJson {
  private static final int EXPECTED = 1024;

  private StatusJson() {}

  /**
   * The reply of a status request.
   *
   * @param versions in the order in which they are written
   */
  public static byte[] write(List<VersionStatus> versions) {
    JsonBytes json = json().raw("{\n ");
    versions(versions, json);
    return json.raw("}\n").toByteArray();
  }

  /** The list of all models, as in KServe's protocol v1. */
  public static byte[] writeNames(List<String> models) {
    JsonBytes json = json().raw('{').member("models");
    return json.lines(models, 2, json::string).raw("}\n").toByteArray();
  }

  private static JsonBytes json() {
    return new JsonBytes(NonFinite.BARE, EXPECTED);
  }

  private static void versions(List<VersionStatus> versions, JsonBytes json) {
    json.raw("\"model_version_status\": [");
    String before = "\n";
    for (VersionStatus version : versions) {
      json.raw(before).raw("  {\n   \"version\": \"").integer(version.version());
      json.raw("\",\n   \"state\": \"").raw(version.state().name());
      json.raw("\",\n   \"status\": {\n    \"error_code\": \"").raw(version.code().name());
      json.raw("\",\n    \"error_message\": ").string(version.message()).raw("\n   }\n  }");
      before = ",\n";
    }
    json.raw("\n ]\n");
  }
}
