// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import com.google.protobuf.ByteString;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.ListedInput;
import io.otd.core.schema.TableSchema;
import io.otd.export.internal.encoding.EncodingGraph;
import io.otd.export.internal.flat.NumberType;
import io.otd.export.internal.flat.TensorType;
import io.otd.export.internal.onnx.proto.OnnxProtos.AttributeProto;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The inputs of a graph, one per column, as {@link EncodingGraph} takes them: texts are looked up.
 *
 * @param graph to add to
 * @param schema of the table
 */
record OnnxInputs(OnnxGraph graph, TableSchema schema) {
  /** The domain of the operator that looks texts up. */
  static final String LOOKUP_DOMAIN = "ai.onnx.ml";

  /** Version of the operators of {@link #LOOKUP_DOMAIN}. */
  static final int LOOKUP_OPSET = 2;

  private static final TensorType NUMBERS = new TensorType(NumberType.FLOAT32, List.of(-1L));
  private static final TensorType DAYS = new TensorType(NumberType.FLOAT64, List.of(-1L));

  /**
   * Adds inputs and lookups.
   *
   * @return the inputs of the encoding, by name
   */
  Map<String, OnnxValue> add() {
    List<String> names = OnnxFile.inputNames(schema.inputNames());
    Map<String, OnnxValue> inputs = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      String input = EncodingGraph.input(i);
      schema
          .inputs()
          .get(i)
          .match(
              number -> inputs.put(input, graph.input(name, NUMBERS, about(number, "NaN"))),
              text ->
                  inputs.put(
                      input,
                      text.matchText(
                          listed -> lookup(name, listed),
                          date -> graph.input(name, DAYS, about(date, "NaN")))));
    }
    return inputs;
  }

  private static String about(InputColumn column, String missing) {
    String about = "column \"%s\", %s".formatted(column.name(), column.kind());
    if (column instanceof DateInput) {
      about += ", as days since 1970-01-01 with the time of the day as a fraction";
    }
    return column.mayBeMissing() ? about + "; missing: " + missing : about;
  }

  /** The place of the known text that the cell means, or the place after the last text. */
  private OnnxValue lookup(String name, ListedInput column) {
    OnnxValue cell = graph.texts(name, about(column, "the empty text"));
    Map<String, String> spellings = column.spellings();
    List<String> texts =
        Stream.concat(column.texts().stream(), spellings.keySet().stream()).distinct().toList();
    AttributeProto.Builder keys =
        AttributeProto.newBuilder()
            .setName("keys_strings")
            .setType(AttributeProto.AttributeType.STRINGS);
    texts.forEach(text -> keys.addStrings(ByteString.copyFromUtf8(text)));
    long[] places = texts.stream().mapToLong(column::place).toArray();
    return graph
        .nodes(
            LOOKUP_DOMAIN,
            "LabelEncoder",
            List.of(
                keys.build(),
                OnnxOps.wholes("values_int64s", places),
                OnnxOps.whole("default_int64", column.texts().size())),
            List.of(cell),
            1)
        .get(0);
  }
}
