// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import com.google.protobuf.InvalidProtocolBufferException;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.TestModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.SavedModel;

/** Every test model, exported once into one directory. */
final class ExportedModels {
  private final Map<TestModels, Path> directories = new EnumMap<>(TestModels.class);

  ExportedModels(Path root) throws IOException {
    for (TestModels fixture : TestModels.values()) {
      SavedModelExporter.Exported exported =
          SavedModelExporter.export(
              fixture.model(), root.resolve(fixture.name()), ExportOptions.DEFAULT);
      directories.put(fixture, exported.directory());
    }
  }

  Path directory(TestModels fixture) {
    return java.util.Objects.requireNonNull(directories.get(fixture));
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
}
