// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.savedmodel.ServingNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.tensorflow.proto.AssetFileDef;
import org.tensorflow.proto.MetaGraphDef;

/**
 * The files that come with a model, such as vocabularies. While the loader runs the initialiser, it
 * replaces the tensors that the model names by the paths of these files.
 */
final class AssetFiles {
  private static final String COLLECTION = "saved_model_assets";

  private final Path directory;
  private final long maxBytes;
  private final Map<String, String> files = new HashMap<>();

  /**
   * The files of a model.
   *
   * @param directory of the SavedModel
   * @param maxBytes of one file
   */
  AssetFiles(Path directory, MetaGraphDef meta, long maxBytes) throws IOException {
    this.directory = directory;
    this.maxBytes = maxBytes;
    meta.getAssetFileDefList().forEach(this::add);
    // As the loader does: the older form counts only where the newer is absent.
    if (meta.getAssetFileDefCount() == 0 && meta.containsCollectionDef(COLLECTION)) {
      for (Any asset : meta.getCollectionDefOrThrow(COLLECTION).getAnyList().getValueList()) {
        try {
          add(AssetFileDef.parseFrom(asset.getValue()));
        } catch (InvalidProtocolBufferException e) {
          throw new InvalidFileException(
              directory.resolve(ServingNames.MODEL_FILE), "assets: " + e.getMessage(), e);
        }
      }
    }
  }

  private void add(AssetFileDef asset) {
    // Two files for one tensor are none.
    files.merge(
        TensorNames.node(asset.getTensorInfo().getName()),
        asset.getFilename(),
        (one, other) -> one.equals(other) ? one : "");
  }

  /** Whether the loader sets the output of a node to the path of a file. */
  boolean isPath(String node) {
    return files.containsKey(node);
  }

  /**
   * Checks that a file may be read: a regular one, in the model's own directory of assets, behind
   * any symbolic links.
   *
   * @param node whose output is its path
   * @throws RefusedModelException if it is another file, or too large
   * @throws InvalidFileException if it is missing
   */
  void requireReadable(String node, Refusal refusal) throws IOException {
    String name = files.getOrDefault(node, "");
    Path assets = directory.resolve(ServingNames.ASSETS_DIRECTORY);
    Path file;
    try {
      file = assets.resolve(name).toRealPath();
    } catch (InvalidPathException e) {
      throw refusal.because("asset \"%s\": %s".formatted(name, e.getReason()));
    } catch (NoSuchFileException e) {
      throw new InvalidFileException(assets.resolve(name), "missing", e);
    }
    if (!file.startsWith(directory.toRealPath().resolve(ServingNames.ASSETS_DIRECTORY))) {
      throw refusal.because(
          "asset \"%s\" is %s (expected: a file in %s)"
              .formatted(name, file, ServingNames.ASSETS_DIRECTORY));
    }
    if (!Files.isRegularFile(file)) {
      throw refusal.because("asset \"%s\" (expected: a regular file)".formatted(name));
    }
    if (Files.size(file) > maxBytes) {
      throw refusal.because(
          "asset \"%s\" of %s bytes (expected: at most %s)"
              .formatted(name, Files.size(file), maxBytes));
    }
  }
}
