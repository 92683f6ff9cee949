// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.inference;

import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.savedmodel.proto.ClassificationResult;
import io.otd.core.internal.savedmodel.proto.RegressionResult;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.lifecycle.VersionStatus;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.registry.Lease;
import io.otd.serve.registry.ModelReference;
import io.otd.serve.registry.ModelRegistry;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Requests to the models of a registry. Thread-safe; each call occupies a thread until it is
 * answered. Failures are {@link ServingException}s with TensorFlow Serving's codes and texts.
 *
 * <p>If a request depends on the signature, e.g. for parsing, a caller takes a {@link #lease},
 * inspects its signatures, and sends the request with it.
 */
public final class Inference {
  private final ModelRegistry registry;
  private final AnswerListener listener;
  private final Supplier<Caller> callers;
  private final RequestLimits limits;
  private final LongConsumer replies;
  private final BooleanSupplier live;

  /**
   * Asks the models of a registry.
   *
   * @param registry closed by its owner
   * @param listener receives the answers of {@link #predict}
   * @param callers the caller that waits for the request of the calling thread
   * @param limits of each request
   * @param replies reserves bytes for the reply to the request of the calling thread, or rejects it
   * @param live whether requests can be run at all
   */
  public Inference(
      ModelRegistry registry,
      AnswerListener listener,
      Supplier<Caller> callers,
      RequestLimits limits,
      LongConsumer replies,
      BooleanSupplier live) {
    this.registry = registry;
    this.listener = listener;
    this.callers = callers;
    this.limits = limits;
    this.replies = replies;
    this.live = live;
  }

  /** Limits of each request. */
  public RequestLimits limits() {
    return limits;
  }

  /**
   * Checks and reserves the size of a reply before it is made.
   *
   * @param rows of the request
   * @param elements for each row, numbers or strings
   * @throws ServingException TOO_LARGE; UNAVAILABLE, if many large replies are made at this moment
   */
  public void requireReply(long rows, long elements) {
    replies.accept(limits.requireReply(rows, elements));
  }

  /**
   * The right of the calling thread's request to use a version, for more than one question. Its
   * runs end early if the caller goes.
   *
   * @throws ServingException if it does not answer, or there is no such label
   */
  public Lease lease(ModelReference reference) {
    return registry.lease(reference).by(callers.get());
  }

  /**
   * Runs a signature of any method of a leased version.
   *
   * @param signature its name; empty for {@code serving_default}
   * @param inputs by name, exactly those of the signature
   * @param outputs names of the requested outputs, none twice; empty for all
   * @return outputs by name, in the requested order, or in that of their names
   */
  public Map<String, HostTensor> predict(
      Lease lease, String signature, Map<String, HostTensor> inputs, List<String> outputs) {
    String name = ServingNames.orDefault(signature);
    InspectedModel.Signature definition =
        lease.offers().offered(name).orElseThrow(() -> InspectedModel.notFound(name));
    requireSameSize(definition, inputs.keySet());
    requireDistinct(definition, outputs);
    replies.accept(limits.require(definition, inputs, outputs));
    Map<String, HostTensor> answer = lease.runner().run(name, inputs, outputs);
    replies.accept(limits.requireReply(answer.values()));
    listener.answered(lease, name, inputs, answer);
    return answer;
  }

  private static void requireSameSize(InspectedModel.Signature definition, Set<String> inputs) {
    Set<String> required = definition.inputs().keySet();
    if (inputs.size() != required.size()) {
      Set<String> sent = new TreeSet<>(inputs);
      Set<String> extra = new TreeSet<>(sent);
      extra.removeAll(required);
      Set<String> missing = new TreeSet<>(required);
      missing.removeAll(sent);
      throw ServingException.invalid(
          "input size does not match signature: %s!=%s len({%s}) != len({%s}). Sent extra: {%s}. Missing but required: {%s}."
              .formatted(
                  sent.size(),
                  required.size(),
                  String.join(",", sent),
                  String.join(",", required),
                  String.join(",", extra),
                  String.join(",", missing)));
    }
  }

  private static void requireDistinct(InspectedModel.Signature definition, List<String> outputs) {
    Set<String> seen = new HashSet<>();
    for (String output : outputs) {
      if (!definition.outputs().containsKey(output)) {
        throw ServingException.invalid(
            "output tensor alias not found in signature: %s Outputs expected to be in the set {%s}."
                .formatted(output, String.join(",", definition.outputs().keySet())));
      }
      if (!seen.add(output)) {
        throw ServingException.invalid("duplicate output tensor alias: " + output);
      }
    }
  }

  /**
   * Classifies examples.
   *
   * @param signature its name; empty for {@code serving_default}
   * @param examples serialised {@code tf.Example}s, {@code [n]}
   * @return for each example its classes; a label is empty, a score 0, if the model has none
   */
  public ClassificationResult classify(Lease lease, String signature, HostTensor examples) {
    limits.requireRows(examples.elements());
    String name = ServingNames.orDefault(signature);
    return Classifier.of(lease.offers(), name).run(lease.runner(), examples);
  }

  /**
   * Computes a number for each example.
   *
   * @param signature its name; empty for {@code serving_default}
   * @param examples serialised {@code tf.Example}s, {@code [n]}
   */
  public RegressionResult regress(Lease lease, String signature, HostTensor examples) {
    limits.requireRows(examples.elements());
    String name = ServingNames.orDefault(signature);
    return Regressor.of(lease.offers(), name).run(lease.runner(), examples);
  }

  /**
   * How the versions of a model are, newest first.
   *
   * @param version of this one only, if there is a number
   */
  public List<VersionStatus> status(String model, OptionalLong version) {
    return registry.status(model, version);
  }

  /** Whether requests can be run at all; if not, only a new process helps. */
  public boolean isLive() {
    return live.getAsBoolean();
  }

  /** Whether every model has a version that answers, and requests can be run. */
  public boolean isReady() {
    return registry.isReady() && isLive();
  }

  /**
   * Looks for versions of a model now, and loads those that its policy names. Takes as long as
   * that.
   *
   * @throws ServingException as {@link ModelRegistry#load}
   */
  public void load(String model) {
    registry.load(model);
  }

  /** Names of the models, in order. */
  public List<String> models() {
    return registry.models();
  }
}
