// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.RegularFiles;
import io.otd.core.internal.savedmodel.ServingNames;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.proto.AssetFileDef;
import org.tensorflow.proto.MetaGraphDef;

/**
 * The files that come with a model, such as vocabularies. While the loader runs the initialiser, it
 * replaces the tensors that the model names by the paths of these files.
 */
final class AssetFiles {
  private static final String COLLECTION = "saved_model_assets";

  private final Path directory;
  private final List<AssetFileDef> assets = new ArrayList<>();

  /** The files of a model. */
  AssetFiles(Path directory, MetaGraphDef meta) throws IOException {
    this.directory = directory;
    assets.addAll(meta.getAssetFileDefList());
    // As the loader does: the older form counts only where the newer is absent.
    if (assets.isEmpty() && meta.containsCollectionDef(COLLECTION)) {
      for (Any asset : meta.getCollectionDefOrThrow(COLLECTION).getAnyList().getValueList()) {
        try {
          assets.add(AssetFileDef.parseFrom(asset.getValue()));
        } catch (InvalidProtocolBufferException e) {
          throw new InvalidFileException(
              directory.resolve(ServingNames.MODEL_FILE), "assets: " + e.getMessage(), e);
        }
      }
    }
  }

  /** Whether the loader sets the output of a node to the path of a file. */
  boolean isPath(String node) {
    return assets.stream().anyMatch(asset -> node(asset).equals(node));
  }

  private static String node(AssetFileDef asset) {
    return TensorNames.node(asset.getTensorInfo().getName());
  }

  /**
   * Checks that all are regular files in the model's own directory of assets, behind any symbolic
   * links.
   *
   * @param maxBytes of one file
   * @throws RefusedModelException if one is elsewhere, or too large
   * @throws InvalidFileException if one is missing, or no regular file
   */
  void require(long maxBytes, Refusal refusal) throws IOException {
    Path folder = directory.resolve(ServingNames.ASSETS_DIRECTORY).normalize();
    for (AssetFileDef asset : assets) {
      String name = asset.getFilename();
      Path file = folder.resolve(path(name, refusal)).normalize();
      if (!file.startsWith(folder)) {
        throw refusal.because("asset \"%s\" is outside the model".formatted(name));
      }
      long size = RegularFiles.size(file);
      if (size > maxBytes) {
        throw refusal.because(
            "asset \"%s\" of %s bytes (expected: at most %s)".formatted(name, size, maxBytes));
      }
      Path real = file.toRealPath();
      if (!real.startsWith(directory.toRealPath().resolve(ServingNames.ASSETS_DIRECTORY))) {
        throw refusal.because(
            "asset \"%s\" is a link to %s, outside the model".formatted(name, real));
      }
    }
  }

  private static Path path(String name, Refusal refusal) throws RefusedModelException {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw refusal.because("asset \"%s\": %s".formatted(name, e.getReason()));
    }
  }
}
