// SPDX-License-Identifier: Apache-2.0
package io.otd.spark;

import io.otd.spark.internal.shipping.ModelSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.ml.util.ReadWriteUtils$;
import scala.Option;

/** Saves the parameters like any transformer, and the exported model next to them. */
final class OtdModelWriter extends MLWriter {
  /** Folder of the exported model. */
  static final String MODEL = "model";

  private final OtdModel model;
  private final ModelSource source;

  OtdModelWriter(OtdModel model, ModelSource source) {
    this.model = model;
    this.source = source;
  }

  /**
   * Folder of a saved model. Spark Connect keeps its clients' models on the server's own disk,
   * under paths without a scheme, whatever the default file system is.
   */
  static Path folder(String path) {
    boolean local = (Boolean) ReadWriteUtils$.MODULE$.localSavingModeState().get();
    return local ? new Path(java.nio.file.Path.of(path).toUri()) : new Path(path);
  }

  @Override
  public void saveImpl(String path) {
    DefaultParamsWriter.saveMetadata(model, path, sparkSession(), Option.empty(), Option.empty());
    Configuration settings = sparkSession().sparkContext().hadoopConfiguration();
    Path folder = new Path(folder(path), MODEL);
    Path from = source.path();
    try {
      folder.getFileSystem(settings).mkdirs(folder);
      Path to = new Path(folder, from.getName());
      if (!FileUtil.copy(
          from.getFileSystem(settings), from, to.getFileSystem(settings), to, false, settings)) {
        throw new IOException("model: %s was not copied to %s".formatted(from, to));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
