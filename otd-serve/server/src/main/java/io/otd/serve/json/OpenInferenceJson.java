// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.proto.inference.ModelMetadataResponse;
import io.otd.serve.proto.inference.ModelMetadataResponse.TensorMetadata;
import io.otd.serve.proto.inference.RepositoryIndexResponse;
import io.otd.serve.proto.inference.ServerMetadataResponse;
import io.otd.serve.settings.NonFinite;
import java.util.Set;

/** The smaller bodies of the Open Inference Protocol. Replies are UTF-8. */
public final class OpenInferenceJson {
  private static final int EXPECTED = 512;

  private OpenInferenceJson() {}

  private static JsonBytes json() {
    return new JsonBytes(NonFinite.BARE, EXPECTED);
  }

  /** The description of the server. */
  public static byte[] write(ServerMetadataResponse server) {
    JsonBytes json = json().raw('{').member("name").string(server.getName());
    json.member("version").string(server.getVersion());
    json.member("extensions").list(server.getExtensionsList(), json::string);
    return json.raw("}\n").toByteArray();
  }

  /** The description of a model. */
  public static byte[] write(ModelMetadataResponse model) {
    JsonBytes json = json().raw('{').member("name").string(model.getName());
    json.member("versions").list(model.getVersionsList(), json::string);
    json.member("platform").string(model.getPlatform());
    json.member("inputs").list(model.getInputsList(), tensor -> tensor(tensor, json));
    json.member("outputs").list(model.getOutputsList(), tensor -> tensor(tensor, json));
    return json.raw("}\n").toByteArray();
  }

  private static void tensor(TensorMetadata tensor, JsonBytes json) {
    json.raw('{').member("name").string(tensor.getName());
    json.member("datatype").string(tensor.getDatatype());
    json.member("shape").list(tensor.getShapeList(), json::integer).raw('}');
  }

  /** Whether a model is ready. */
  public static byte[] ready(String model, boolean ready) {
    JsonBytes json = json().raw('{').member("name").string(model);
    return json.member("ready").raw(ready ? "true}\n" : "false}\n").toByteArray();
  }

  /** The index of the models. */
  public static byte[] write(RepositoryIndexResponse index) {
    JsonBytes json = json();
    json.list(
        index.getModelsList(),
        version -> {
          json.raw('{').member("name").string(version.getName());
          json.member("version").string(version.getVersion());
          json.member("state").string(version.getState());
          json.member("reason").string(version.getReason()).raw('}');
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
