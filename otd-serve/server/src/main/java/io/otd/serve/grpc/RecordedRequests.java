// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.grpc;

import com.google.protobuf.InvalidProtocolBufferException;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.RegularFiles;
import io.otd.core.internal.files.TfRecords;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.savedmodel.proto.Input;
import io.otd.core.internal.savedmodel.proto.ModelSpec;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import io.otd.core.internal.savedmodel.proto.PredictionLog;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.servable.SignatureRunner;
import io.otd.serve.internal.status.ServingException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The requests recorded in a model, to be run before it accepts others, because the first run of a
 * signature is slow.
 */
public final class RecordedRequests {
  /** As in TensorFlow Serving. */
  private static final int MOST = 1000;

  private RecordedRequests() {}

  /**
   * Runs the requests in {@code assets.extra/tf_serving_warmup_requests}. An export of otd has some
   * for each of its signatures, another model possibly none.
   *
   * @param model what it consists of
   * @param maxTensorBytes of one tensor
   * @throws InvalidFileException if the file is damaged or, in an export, missing; if there are too
   *     many requests or, in an export, none for a signature; if one fails
   * @throws IOException if it cannot be read
   */
  public static void replay(
      SignatureRunner runner, InspectedModel model, Path directory, long maxTensorBytes)
      throws IOException {
    Path file = directory.resolve(ServingNames.EXTRA_DIRECTORY).resolve(ServingNames.WARMUP_FILE);
    boolean export = model.otd().description().isPresent();
    if (!RegularFiles.isPresent(file)) {
      if (export) {
        throw new InvalidFileException(file, "missing (expected: as otd exported the model)");
      }
      return;
    }
    List<byte[]> records = TfRecords.read(file);
    if (records.size() > MOST) {
      throw new InvalidFileException(
          file, "%s requests (expected: at most %s)".formatted(records.size(), MOST));
    }
    TensorReader reader = new TensorReader(maxTensorBytes);
    Set<String> missing = new TreeSet<>(export ? model.definitions().keySet() : Set.of());
    for (int i = 0; i < records.size(); i++) {
      try {
        PredictionLog log = PredictionLog.parseFrom(records.get(i));
        missing.remove(signature(log.getPredictLog().getRequest().getModelSpec()));
        run(runner, log, reader);
      } catch (InvalidProtocolBufferException | ServingException e) {
        throw new InvalidFileException(file, "request %s: %s".formatted(i, e.getMessage()), e);
      }
    }
    if (!missing.isEmpty()) {
      throw new InvalidFileException(
          file,
          "no request of signature %s (expected: as otd exported the model)".formatted(missing));
    }
  }

  private static void run(SignatureRunner runner, PredictionLog log, TensorReader reader) {
    switch (log.getLogTypeCase()) {
      case PREDICT_LOG -> {
        PredictRequest request = log.getPredictLog().getRequest();
        runner.run(
            signature(request.getModelSpec()),
            reader.read(request.getInputsMap()),
            request.getOutputFilterList());
      }
      case CLASSIFY_LOG -> {
        var request = log.getClassifyLog().getRequest();
        run(runner, request.getModelSpec(), request.getInput());
      }
      case REGRESS_LOG -> {
        var request = log.getRegressLog().getRequest();
        run(runner, request.getModelSpec(), request.getInput());
      }
      case MULTI_INFERENCE_LOG -> {
        var request = log.getMultiInferenceLog().getRequest();
        request.getTasksList().forEach(t -> run(runner, t.getModelSpec(), request.getInput()));
      }
      case LOGTYPE_NOT_SET -> {} // No request of a known kind.
    }
  }

  private static void run(SignatureRunner runner, ModelSpec signature, Input input) {
    runner.run(signature(signature), Map.of("inputs", Examples.of(input)), List.of());
  }

  private static String signature(ModelSpec model) {
    return ServingNames.orDefault(model.getSignatureName());
  }
}
