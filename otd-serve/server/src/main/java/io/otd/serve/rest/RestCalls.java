// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.serve.inference.Inference;
import io.otd.serve.inference.Metadata;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.lifecycle.VersionStatus;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.json.ExamplesRequestJson;
import io.otd.serve.json.MetadataJson;
import io.otd.serve.json.PredictReplyJson;
import io.otd.serve.json.PredictRequestJson;
import io.otd.serve.json.ReplyJson;
import io.otd.serve.json.StatusJson;
import io.otd.serve.registry.Lease;
import io.otd.serve.registry.ModelReference;
import io.otd.serve.settings.NonFinite;
import io.otd.serve.telemetry.RequestTrace;
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

  /**
   * Answers a request.
   *
   * @param body unpacked; not looked at where the verb needs none
   * @param accept the header Accept; empty if there is none
   */
  RestReply answer(RestPath path, byte[] body, String accept) {
    if (path.verb() instanceof RestExtension.Verb added) {
      return RestReply.json(added.answer().to(path.model(), body, nonFinite));
    }
    return switch ((ApiVerb) path.verb()) {
      case PREDICT -> RestReply.json(predict(path.model(), body));
      case CLASSIFY -> RestReply.json(classify(path.model(), body));
      case REGRESS -> RestReply.json(regress(path.model(), body));
      case DISTRIBUTION -> distributions.distribution(path.model(), body, accept);
      case SCHEMA -> distributions.schema(path.model());
      case STATUS -> RestReply.json(StatusJson.write(status(path.model())));
      case METADATA -> RestReply.json(metadata(path.model()));
      case MODELS -> RestReply.json(StatusJson.writeNames(inference.models()));
    };
  }

  private byte[] predict(ModelReference model, byte[] body) {
    PredictRequestJson request = PredictRequestJson.of(body);
    try (Lease lease = inference.lease(model)) {
      InspectedModel.Signature signature = signature(lease, request.signatureName());
      Map<String, HostTensor> inputs = request.inputs(signature.inputs());
      RequestTrace.note(lease, request.signatureName(), HostTensor.rows(inputs));
      return predictions.write(
          request.format(),
          inference.predict(lease, request.signatureName(), inputs, List.of()).outputs());
    }
  }

  /** The requested signature; REST rejects an unknown one with its own message. */
  private static InspectedModel.Signature signature(Lease lease, String name) {
    String meant = name.isEmpty() ? ServingNames.DEFAULT_SIGNATURE : name;
    return lease
        .offers()
        .offered(meant)
        .orElseThrow(
            () ->
                new ServingException(
                    StatusCode.INVALID_ARGUMENT,
                    "Serving signature name: \"%s\" not found in signature def".formatted(meant)));
  }

  private byte[] classify(ModelReference model, byte[] body) {
    ExamplesRequestJson request = ExamplesRequestJson.of(body);
    try (Lease lease = inference.lease(model)) {
      HostTensor examples = request.examples();
      RequestTrace.note(lease, request.signatureName(), examples.elements());
      return ReplyJson.classifications(
          inference.classify(lease, request.signatureName(), examples).classes(), nonFinite);
    }
  }

  private byte[] regress(ModelReference model, byte[] body) {
    ExamplesRequestJson request = ExamplesRequestJson.of(body);
    try (Lease lease = inference.lease(model)) {
      HostTensor examples = request.examples();
      RequestTrace.note(lease, request.signatureName(), examples.elements());
      return ReplyJson.regressions(
          inference.regress(lease, request.signatureName(), examples).values(), nonFinite);
    }
  }

  private byte[] metadata(ModelReference model) {
    Metadata metadata = inference.metadata(model);
    return MetadataJson.write(metadata.model(), metadata.version(), metadata.definitions());
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
