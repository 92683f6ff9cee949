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
    JsonBytes json = json().raw("{\"name\":").string(server.name());
    json.raw(",\"version\":").string(server.version()).raw(",\"extensions\":");
    return texts(server.extensions(), json).raw("}\n").toByteArray();
  }

  /** The description of a model. */
  public static byte[] write(DescribedModel model) {
    JsonBytes json = json().raw("{\"name\":").string(model.name()).raw(",\"versions\":");
    texts(model.versions(), json);
    json.raw(",\"platform\":").string(DescribedModel.PLATFORM);
    tensors(model.inputs(), json.raw(",\"inputs\":"));
    tensors(model.outputs(), json.raw(",\"outputs\":"));
    return json.raw("}\n").toByteArray();
  }

  private static void tensors(List<DescribedTensor> tensors, JsonBytes json) {
    json.raw('[');
    String before = "";
    for (DescribedTensor tensor : tensors) {
      json.raw(before).raw("{\"name\":").string(tensor.name());
      json.raw(",\"datatype\":").string(tensor.datatype()).raw(",\"shape\":[");
      for (int axis = 0; axis < tensor.shape().size(); axis++) {
        json.raw(axis > 0 ? "," : "").integer(tensor.shape().get(axis));
      }
      json.raw("]}");
      before = ",";
    }
    json.raw(']');
  }

  private static JsonBytes texts(List<String> texts, JsonBytes json) {
    json.raw('[');
    String before = "";
    for (String text : texts) {
      json.raw(before).string(text);
      before = ",";
    }
    return json.raw(']');
  }

  /** Whether a model is ready. */
  public static byte[] ready(String model, boolean ready) {
    return json()
        .raw("{\"name\":")
        .string(model)
        .raw(ready ? ",\"ready\":true}\n" : ",\"ready\":false}\n")
        .toByteArray();
  }

  /** The index of the models. */
  public static byte[] write(List<IndexedVersion> index) {
    JsonBytes json = json().raw('[');
    String before = "";
    for (IndexedVersion version : index) {
      json.raw(before).raw("{\"name\":").string(version.name());
      json.raw(",\"version\":").string(version.version());
      json.raw(",\"state\":").string(version.state().name());
      json.raw(",\"reason\":").string(version.reason()).raw('}');
      before = ",";
    }
    return json.raw("]\n").toByteArray();
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
    JsonReader reader = JsonDocument.of(body, List.of()).reader();
    JsonParameters own = JsonParameters.NONE;
    boolean more = reader.open();
    while (more) {
      if (reader.name().equals("parameters")) {
        own = JsonParameters.read("", reader);
      } else {
        reader.skip();
      }
      more = reader.next();
    }
    return own;
  }

  private static JsonParameters parameters(byte[] body) {
    return body.length == 0
        ? JsonParameters.NONE
        : JsonParameters.read("", JsonDocument.of(body, List.of()).reader());
  }
}
