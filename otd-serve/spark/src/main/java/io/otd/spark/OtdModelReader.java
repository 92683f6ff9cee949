// SPDX-License-Identifier: Apache-2.0
package io.otd.spark;

import io.otd.spark.internal.shipping.ModelSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.MLReader;
import scala.Option;

/** Opens exported models, and models saved by {@link OtdModelWriter}. */
final class OtdModelReader extends MLReader<OtdModel> {
  private static final String METADATA = "metadata";

  @Override
  public OtdModel load(String path) {
    Configuration settings = sparkSession().sparkContext().hadoopConfiguration();
    try {
      return path.startsWith(ModelSource.ADDED) || !isStored(path, settings)
          ? exported(path, settings)
          : stored(path, settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isStored(String path, Configuration settings) throws IOException {
    Path folder = OtdModelWriter.folder(path);
    FileSystem files = folder.getFileSystem(settings);
    return files.exists(new Path(folder, METADATA))
        && files.exists(new Path(folder, OtdModelWriter.MODEL));
  }

  /** Its name is derived from the path: the same model has the same name in every run. */
  private static OtdModel exported(String path, Configuration settings) throws IOException {
    ModelSource source = ModelSource.find(path, settings);
    return new OtdModel(
        String.format(Locale.ROOT, "otd_%08x", source.path().toString().hashCode()), source);
  }

  private OtdModel stored(String path, Configuration settings) throws IOException {
    DefaultParamsReader.Metadata metadata =
        DefaultParamsReader.loadMetadata(path, sparkSession(), OtdModel.class.getName());
    Path folder = new Path(OtdModelWriter.folder(path), OtdModelWriter.MODEL);
    FileStatus[] entries = folder.getFileSystem(settings).listStatus(folder);
    if (entries.length != 1) {
      throw new FileNotFoundException(
          "%s: %s entries (expected: one, the exported model)".formatted(folder, entries.length));
    }
    OtdModel model =
        new OtdModel(metadata.uid(), ModelSource.find(entries[0].getPath().toString(), settings));
    metadata.getAndSetParams(model, Option.empty());
    return model;
  }
}
