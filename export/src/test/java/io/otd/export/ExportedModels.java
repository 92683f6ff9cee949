// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.otd.core.internal.files.TfRecords;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import io.otd.core.internal.savedmodel.proto.PredictionLog;
import io.otd.core.internal.trained.TestModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.tensorflow.SavedModelBundle;
import org.tensorflow.proto.ConfigProto;
import org.tensorflow.proto.GraphOptions;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.RewriterConfig;
import org.tensorflow.proto.SavedModel;

/** The exports of the test models, each loaded when it is first asked for. */
final class ExportedModels implements AutoCloseable {
  /** Optimising a graph for each set of outputs takes most of the time of a single run. */
  private static final ConfigProto AS_WRITTEN =
      ConfigProto.newBuilder()
          .setGraphOptions(
              GraphOptions.newBuilder()
                  .setRewriteOptions(RewriterConfig.newBuilder().setDisableMetaOptimizer(true)))
          .build();

  private final Map<TestModels, SavedModelBundle> bundles = new EnumMap<>(TestModels.class);

  Path directory(TestModels fixture) throws IOException {
    return TestExports.version(fixture);
  }

  /** The model, loaded; it stays open for others until all are closed. */
  SavedModelBundle loaded(TestModels fixture) throws IOException {
    SavedModelBundle bundle = bundles.get(fixture);
    if (bundle == null) {
      bundle =
          SavedModelBundle.loader(directory(fixture).toString())
              .withTags("serve")
              .withConfigProto(AS_WRITTEN)
              .load();
      bundles.put(fixture, bundle);
    }
    return bundle;
  }

  @Override
  public void close() {
    bundles.values().forEach(SavedModelBundle::close);
  }

  /** All files of the export, relative to its directory. */
  List<String> files(TestModels fixture) throws IOException {
    Path directory = directory(fixture);
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile)
          .map(file -> directory.relativize(file).toString())
          .toList();
    }
  }

  MetaGraphDef meta(TestModels fixture) throws IOException {
    return savedModel(fixture).getMetaGraphs(0);
  }

  SavedModel savedModel(TestModels fixture) throws IOException {
    try {
      return SavedModel.parseFrom(
          Files.readAllBytes(directory(fixture).resolve(ServingNames.MODEL_FILE)));
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  /** The requests of the warm-up file. */
  List<PredictRequest> warmup(TestModels fixture) throws IOException {
    List<PredictRequest> requests = new ArrayList<>();
    Path file =
        directory(fixture).resolve(ServingNames.EXTRA_DIRECTORY).resolve(ServingNames.WARMUP_FILE);
    for (byte[] record : TfRecords.read(file)) {
      PredictionLog log = PredictionLog.parseFrom(record);
      assertThat(log.hasPredictLog()).isTrue();
      requests.add(log.getPredictLog().getRequest());
    }
    return requests;
  }
}
