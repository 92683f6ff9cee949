// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.export.internal.flat.FlatGraph;
import io.otd.export.internal.onnx.OnnxFile;
import java.util.List;
import java.util.stream.IntStream;

/** A model in ONNX format, without the SavedModel beside it. */
final class OnnxBytes {
  private OnnxBytes() {}

  /** The bytes of the file. */
  static byte[] of(TrainedModel model, int draws) {
    return of(model, draws, bank(model, draws));
  }

  static byte[] of(TrainedModel model, int draws, FlatGraph bank) {
    return OnnxFile.bytes(description(model, draws), bank);
  }

  /** What the model predicts. */
  static FlatGraph bank(TrainedModel model, int draws) {
    ExportDescription description = description(model, draws);
    try (ReferencePredictions reference =
        new ReferencePredictions(model, description.bank().size())) {
      long key = ReferencePredictions.bankKey(description.bank().seed());
      List<KindBank> banks =
          IntStream.range(0, model.components().size())
              .mapToObj(c -> new KindBank(reference.masks(c, key), reference.outputNoise(c, key)))
              .toList();
      return BankGraph.of(model, description, banks);
    }
  }

  private static ExportDescription description(TrainedModel model, int draws) {
    return SavedModelExporter.description(model, ExportOptions.DEFAULT.withBank(draws));
  }
}
