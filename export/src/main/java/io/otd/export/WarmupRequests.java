package io.otd.export;

import io.otd.core.files.TfRecords;
import io.otd.core.savedmodel.ExportDescription;
import io.otd.core.savedmodel.ServingNames;
import io.otd.core.savedmodel.proto.ModelSpec;
import io.otd.core.savedmodel.proto.PredictLog;
import io.otd.core.savedmodel.proto.PredictRequest;
import io.otd.core.savedmodel.proto.PredictionLog;
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;

/**
 * Requests that a server replays before a version takes others, so that the first caller does not
 * wait: one for each signature and batch size.
 */
final class WarmupRequests {
  private static final List<Integer> BATCHES = List.of(1, 2, 4, 8, 16, 32);

  private final ExportDescription description;
  private final float[][] rows;

  /**
   * Takes what the requests are made of.
   *
   * @param description the model
   * @param rows inputs to ask for, again and again, at least one
   */
  WarmupRequests(ExportDescription description, float[][] rows) {
    this.description = description;
    this.rows = rows;
  }

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
      float[] row = rows[b % rows.length];
      if (info.getDtype() == DataType.DT_INT64) {
        tensor.addInt64Val(b);
      } else if (signature.equals(ServingNames.BY_NAME)) {
        tensor.addFloatVal(row[column(key)]);
      } else if (key.equals(ServingNames.THRESHOLD)) {
        description.targets().forEach(target -> tensor.addFloatVal((float) target.mean()));
      } else {
        for (float value : row) {
          tensor.addFloatVal(value);
        }
      }
    }
    return tensor.build();
  }

  private int column(String identifier) {
    List<String> identifiers =
        description.inputs().stream().map(ExportDescription.Column::identifier).toList();
    return identifiers.indexOf(identifier);
  }
}
