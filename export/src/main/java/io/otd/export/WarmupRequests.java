// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import com.google.protobuf.ByteString;
import io.otd.core.internal.files.TfRecords;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.savedmodel.proto.ModelSpec;
import io.otd.core.internal.savedmodel.proto.PredictLog;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import io.otd.core.internal.savedmodel.proto.PredictionLog;
import io.otd.core.schema.TableSchema;
import io.otd.export.internal.savedmodel.ServedSignature;
import io.otd.export.internal.savedmodel.StableBytes;
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;

/**
 * Requests that a server replays before a version takes others, so that the first caller does not
 * wait: one for each signature and batch size.
 *
 * @param rows to request repeatedly, at least one
 */
record WarmupRequests(ExportDescription description, List<RowCells> rows) {
  private static final List<Integer> BATCHES = List.of(1, 2, 4, 8, 16, 32);

  /**
   * The bytes of the file.
   *
   * @param signatures by name, in order
   */
  byte[] file(List<ServedSignature> signatures) {
    List<byte[]> records = new ArrayList<>();
    for (ServedSignature signature : signatures) {
      for (int batch : BATCHES) {
        records.add(StableBytes.of(log(signature.name(), signature.definition(), batch)));
      }
    }
    return TfRecords.write(records);
  }

  private PredictionLog log(String name, SignatureDef signature, int batch) {
    PredictRequest.Builder request =
        PredictRequest.newBuilder().setModelSpec(ModelSpec.newBuilder().setSignatureName(name));
    signature
        .getInputsMap()
        .forEach((key, info) -> request.putInputs(key, tensor(name, key, info, batch)));
    return PredictionLog.newBuilder()
        .setPredictLog(PredictLog.newBuilder().setRequest(request))
        .build();
  }

  private TensorProto tensor(String signature, String key, TensorInfo info, int batch) {
    TensorShapeProto.Builder shape = info.getTensorShape().toBuilder();
    shape.getDimBuilder(0).setSize(batch);
    TensorProto.Builder tensor =
        TensorProto.newBuilder().setDtype(info.getDtype()).setTensorShape(shape);
    for (int b = 0; b < batch; b++) {
      RowCells row = rows.get(b % rows.size());
      if (signature.equals(ServingNames.BY_NAME)) {
        cell(row, key, tensor);
      } else {
        cells(row, b, key, tensor);
      }
    }
    return tensor.build();
  }

  private void cells(RowCells row, int place, String key, TensorProto.Builder tensor) {
    switch (key) {
      case ServingNames.ROWS -> {
        for (float value : row.numbers()) {
          tensor.addFloatVal(value);
        }
      }
      case ServingNames.TEXTS ->
          row.texts().forEach(text -> tensor.addStringVal(ByteString.copyFromUtf8(text)));
      case ServingNames.THRESHOLD ->
          description
              .targets()
              .forEach(target -> tensor.addFloatVal((float) target.column().back(0)));
      case ServingNames.SEED -> tensor.addInt64Val(place);
      default -> throw new IllegalStateException("unknown input " + key);
    }
  }

  private void cell(RowCells row, String identifier, TensorProto.Builder tensor) {
    TableSchema schema = description.schema();
    description
        .column(identifier)
        .match(
            number -> tensor.addFloatVal(row.numbers()[schema.numeric().indexOf(number)]),
            text ->
                tensor.addStringVal(
                    ByteString.copyFromUtf8(row.texts().get(schema.text().indexOf(text)))));
  }
}
