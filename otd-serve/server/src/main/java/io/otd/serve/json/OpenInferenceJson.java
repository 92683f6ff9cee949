// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.openinference.DescribedModel;
import io.otd.serve.openinference.DescribedServer;
import io.otd.serve.openinference.DescribedTensor;
import io.otd.serve.openinference.IndexedVersion;
import io.otd.serve.settings.NonFinite;
import java.util.List;
import java.util.Set;

/** The smaller bodies of the Open Inference Protocol. Replies are UTF-8. */
public final class OpenInferenceJson {
  private static final int EXPECTED = 512;

  private OpenInferenceJson() {}

  private static JsonBytes json() {
    return new JsonBytes(NonFinite.BARE, EXPECTED);
  }

  /** The description of the server. */
  public static byte[] write(DescribedServer server) {
    JsonBytes json = json().raw('{').member("name").string(server.name());
    json.member("version").string(server.version());
    json.member("extensions").list(server.extensions(), json::string);
    return json.raw("}\n").toByteArray();
  }

  /** The description of a model. */
  public static byte[] write(DescribedModel model) {
    JsonBytes json = json().raw('{').member("name").string(model.name());
    json.member("versions").list(model.versions(), json::string);
    json.member("platform").string(DescribedModel.PLATFORM);
    json.member("inputs").list(model.inputs(), tensor -> tensor(tensor, json));
    json.member("outputs").list(model.outputs(), tensor -> tensor(tensor, json));
    return json.raw("}\n").toByteArray();
  }

  private static void tensor(DescribedTensor tensor, JsonBytes json) {
    json.raw('{').member("name").string(tensor.name());
    json.member("datatype").string(tensor.datatype());
    json.member("shape").list(tensor.shape(), json::integer).raw('}');
  }

  /** Whether a model is ready. */
  public static byte[] ready(String model, boolean ready) {
    JsonBytes json = json().raw('{').member("name").string(model);
    return json.member("ready").raw(ready ? "true}\n" : "false}\n").toByteArray();
  }

  /** The index of the models. */
  public static byte[] write(List<IndexedVersion> index) {
    JsonBytes json = json();
    json.list(
        index,
        version -> {
          json.raw('{').member("name").string(version.name());
          json.member("version").string(version.version());
          json.member("state").string(version.state().name());
          json.member("reason").string(version.reason()).raw('}');
        });
    return json.raw('\n').toByteArray();
  }

  /**
   * Whether a request for the index is for what is ready alone.
   *
   * @param body UTF-8, possibly empty
   */
  public static boolean ready(byte[] body) {
    return parameters(body).flag("ready").orElse(false);
  }

  /**
   * The names of the parameters of a request to load or unload.
   *
   * @param body UTF-8, possibly empty
   */
  public static Set<String> parameterNames(byte[] body) {
    return body.length == 0 ? Set.of() : own(body).names();
  }

  private static JsonParameters own(byte[] body) {
    JsonReader reader = JsonReader.of(body);
    JsonParameters own = JsonParameters.NONE;
    for (boolean more = reader.open(); more; more = reader.next()) {
      if (reader.name().equals("parameters")) {
        own = JsonParameters.read("", reader);
      } else {
        reader.skip();
      }
    }
    return own;
  }

  private static JsonParameters parameters(byte[] body) {
    return body.length == 0 ? JsonParameters.NONE : JsonParameters.read("", JsonReader.of(body));
  }
}
