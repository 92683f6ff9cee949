// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.export.internal.onnx.OnnxFile;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A model loaded in ONNX Runtime. */
final class OnnxSession implements AutoCloseable {
  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final OrtSession session;

  OnnxSession(byte[] file) throws OrtException {
    session = environment.createSession(file);
  }

  OrtSession session() {
    return session;
  }

  /** All outputs, each row-major. */
  Map<String, float[]> run(TableSchema schema, List<RowCells> rows) throws OrtException {
    return run(schema, rows, rows);
  }

  /** The same if the first column has another number of rows. */
  Map<String, float[]> run(TableSchema schema, List<RowCells> first, List<RowCells> others)
      throws OrtException {
    Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
    List<String> names = OnnxFile.inputNames(schema.inputNames());
    try {
      for (int i = 0; i < names.size(); i++) {
        inputs.put(names.get(i), tensor(schema, schema.inputs().get(i), i == 0 ? first : others));
      }
      Map<String, float[]> outputs = new LinkedHashMap<>();
      try (OrtSession.Result result = session.run(inputs)) {
        for (Map.Entry<String, ai.onnxruntime.OnnxValue> entry : result) {
          FloatBuffer buffer = ((OnnxTensor) entry.getValue()).getFloatBuffer();
          float[] values = new float[buffer.remaining()];
          buffer.get(values);
          outputs.put(entry.getKey(), values);
        }
      }
      return outputs;
    } finally {
      inputs.values().forEach(OnnxTensor::close);
    }
  }

  private OnnxTensor tensor(TableSchema schema, InputColumn column, List<RowCells> rows)
      throws OrtException {
    int number = schema.numeric().indexOf(column);
    if (number >= 0) {
      FloatBuffer cells = FloatBuffer.allocate(rows.size());
      rows.forEach(row -> cells.put(row.numbers()[number]));
      return OnnxTensor.createTensor(environment, cells.flip(), new long[] {rows.size()});
    }
    int text = schema.text().indexOf(column);
    String[] cells = rows.stream().map(row -> row.texts().get(text)).toArray(String[]::new);
    if (!(column instanceof DateInput date)) {
      return OnnxTensor.createTensor(environment, cells);
    }
    DoubleBuffer days = DoubleBuffer.allocate(cells.length);
    for (String cell : cells) {
      days.put(
          date.form()
              .parse(cell)
              .map(time -> time.date().toEpochDay() + time.hour() / 24)
              .orElse(Double.NaN));
    }
    return OnnxTensor.createTensor(environment, days.flip(), new long[] {cells.length});
  }

  @Override
  public void close() throws OrtException {
    session.close();
  }
}
