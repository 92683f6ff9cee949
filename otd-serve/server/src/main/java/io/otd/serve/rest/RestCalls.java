// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.HttpHeaderNames;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.serve.inference.Inference;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.lifecycle.VersionStatus;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.json.ExamplesRequestJson;
import io.otd.serve.json.PredictReplyJson;
import io.otd.serve.json.PredictRequestJson;
import io.otd.serve.json.reply.MetadataJson;
import io.otd.serve.json.reply.ReplyJson;
import io.otd.serve.json.reply.StatusJson;
import io.otd.serve.registry.Lease;
import io.otd.serve.registry.ModelReference;
import io.otd.serve.settings.NonFinite;
import io.otd.serve.telemetry.RequestTrace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Answers the requests of the API: JSON in, JSON out, failures as {@link ServingException}s. */
final class RestCalls {
  private final Inference inference;
  private final NonFinite nonFinite;
  private final PredictReplyJson predictions;
  private final DistributionCalls distributions;

  RestCalls(Inference inference, NonFinite nonFinite, PredictionIds ids, RestExtension extension) {
    this.inference = inference;
    this.nonFinite = nonFinite;
    distributions = new DistributionCalls(inference, nonFinite, ids, extension);
    predictions = new PredictReplyJson(nonFinite);
  }

  /** The call of all models. */
  RestCall list() {
    return RestCall.get(
        "models",
        (model, headers, body) -> RestReply.json(StatusJson.writeNames(inference.models())));
  }

  /** Those of TensorFlow Serving, by what follows the model in their paths. */
  Map<String, RestCall> shared() {
    return Map.of(
        ":predict",
        RestCall.post(
            "predict", (model, headers, body) -> RestReply.json(predict(model, body.get()))),
        ":classify",
        RestCall.post(
            "classify", (model, headers, body) -> RestReply.json(classify(model, body.get()))),
        ":regress",
        RestCall.post(
            "regress", (model, headers, body) -> RestReply.json(regress(model, body.get()))),
        "",
        RestCall.get(
            "status", (model, headers, body) -> RestReply.json(StatusJson.write(status(model)))),
        "/metadata",
        RestCall.get("metadata", (model, headers, body) -> RestReply.json(metadata(model))));
  }

  /**
   * Those of the distributions, and of an extension, by what follows the model in their paths.
   *
   * @param extension with names that differ from all others
   */
  Map<String, RestCall> own(List<RestCall> extension) {
    Map<String, RestCall> own = new HashMap<>();
    own.put(
        ":distribution",
        RestCall.post(
            "distribution",
            (model, headers, body) ->
                distributions.distribution(
                    model, body.get(), headers.get(HttpHeaderNames.ACCEPT, ""))));
    own.put(
        ":schema", RestCall.get("schema", (model, headers, body) -> distributions.schema(model)));
    for (RestCall call : extension) {
      own.put(":" + call.name(), call);
      if (call.method().equals("GET")) {
        own.put("/" + call.name(), call);
      }
    }
    return own;
  }

  private byte[] predict(ModelReference model, byte[] body) {
    PredictRequestJson request = PredictRequestJson.of(body);
    try (Lease lease = inference.lease(model)) {
      InspectedModel.Signature signature = signature(lease, request.signatureName());
      Map<String, HostTensor> inputs = request.inputs(signature.inputs());
      RequestTrace.note(lease, request.signatureName(), HostTensor.rows(inputs));
      return predictions.write(
          request.format(), inference.predict(lease, request.signatureName(), inputs, List.of()));
    }
  }

  /** The requested signature; REST rejects an unknown one with its own message. */
  private static InspectedModel.Signature signature(Lease lease, String name) {
    String meant = ServingNames.orDefault(name);
    return lease
        .offers()
        .offered(meant)
        .orElseThrow(
            () ->
                ServingException.invalid(
                    "Serving signature name: \"%s\" not found in signature def".formatted(meant)));
  }

  private byte[] classify(ModelReference model, byte[] body) {
    ExamplesRequestJson request = ExamplesRequestJson.of(body);
    try (Lease lease = inference.lease(model)) {
      HostTensor examples = request.examples();
      RequestTrace.note(lease, request.signatureName(), examples.elements());
      return ReplyJson.classifications(
          inference.classify(lease, request.signatureName(), examples), nonFinite);
    }
  }

  private byte[] regress(ModelReference model, byte[] body) {
    ExamplesRequestJson request = ExamplesRequestJson.of(body);
    try (Lease lease = inference.lease(model)) {
      HostTensor examples = request.examples();
      RequestTrace.note(lease, request.signatureName(), examples.elements());
      return ReplyJson.regressions(
          inference.regress(lease, request.signatureName(), examples), nonFinite);
    }
  }

  private byte[] metadata(ModelReference model) {
    try (Lease lease = inference.lease(model)) {
      RequestTrace.note(lease, 0);
      return MetadataJson.write(lease.id(), lease.definitions());
    }
  }

  /** As in TensorFlow Serving, a label does not narrow the list: only a number does. */
  private List<VersionStatus> status(ModelReference model) {
    return inference.status(
        model.name(),
        model.choice() instanceof ModelReference.Numbered number
            ? OptionalLong.of(number.version())
            : OptionalLong.empty());
  }
}
