// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import com.google.protobuf.ByteString;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.ListedInput;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.export.internal.encoding.EncodedNumber;
import io.otd.export.internal.onnx.proto.OnnxProtos.AttributeProto;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The inputs of a graph, one per column, and their encoding as the network's inputs, like that of
 * {@link TableSchema}'s columns in Java.
 */
final class OnnxInputs {
  /** The domain of the operator that looks texts up. */
  static final String LOOKUP_DOMAIN = "ai.onnx.ml";

  /** Version of the operators of {@link #LOOKUP_DOMAIN}. */
  static final int LOOKUP_OPSET = 2;

  private final OnnxOps onnx;
  private final TableSchema schema;
  private final List<String> names;

  /**
   * The inputs of a table.
   *
   * @param onnx the graph to add to
   * @param schema of the table
   * @param names of the inputs, in the order of the columns
   */
  OnnxInputs(OnnxOps onnx, TableSchema schema, List<String> names) {
    this.onnx = onnx;
    this.schema = schema;
    this.names = names;
  }

  /**
   * Some of the network's inputs.
   *
   * @param values {@code [B, places]}
   * @param places of each among all of them
   */
  private record Block(OnnxValue values, List<Integer> places) {}

  /**
   * Adds inputs and operators.
   *
   * @return {@code [B, d_x]}
   */
  OnnxValue add() {
    List<OnnxValue> numbers = new ArrayList<>();
    List<Block> others = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      InputColumn column = schema.inputs().get(i);
      column.match(
          number -> numbers.add(cell(name, OnnxGraph.Type.FLOAT, number, "NaN")),
          text ->
              text.matchText(
                  listed -> others.add(new Block(looked(name, listed), places(listed))),
                  date -> others.add(new Block(dated(name, date), places(date)))));
    }
    List<Block> blocks = new ArrayList<>();
    if (!numbers.isEmpty()) {
      blocks.addAll(numeric(onnx.concat(numbers, 1)));
    }
    blocks.addAll(others);
    return ordered(blocks);
  }

  /** An input as {@code [B, 1]}. */
  private OnnxValue cell(String name, OnnxGraph.Type type, InputColumn column, String missing) {
    return onnx.unsqueeze(input(name, type, column, missing), 1);
  }

  private OnnxValue input(String name, OnnxGraph.Type type, InputColumn column, String missing) {
    String about = "column \"%s\", %s".formatted(column.name(), column.kind());
    if (column instanceof DateInput) {
      about += ", as days since 1970-01-01 with the time of the day as a fraction";
    }
    if (column.mayBeMissing()) {
      about += "; missing: " + missing;
    }
    return onnx.graph().input(name, type, about);
  }

  private List<Block> numeric(OnnxValue x) {
    List<NumericInput> columns = schema.numeric();
    OnnxValue missing = onnx.isNan(x);
    List<Block> blocks = new ArrayList<>();
    blocks.add(standardized(x, missing));
    int[] indicated =
        IntStream.range(0, columns.size()).filter(j -> columns.get(j).indicated()).toArray();
    if (indicated.length > 0) {
      blocks.add(
          new Block(
              onnx.gather(onnx.cast(missing, OnnxGraph.Type.FLOAT), onnx.places(indicated), 1),
              IntStream.of(indicated).mapToObj(j -> place(columns.get(j)) + 1).toList()));
    }
    return blocks;
  }

  private Block standardized(OnnxValue x, OnnxValue missing) {
    List<EncodedNumber> numbers = EncodedNumber.of(schema);
    int[] sources = numbers.stream().mapToInt(EncodedNumber::source).toArray();
    boolean once = sources.length == schema.numeric().size();
    // A column with pieces is read more than once.
    OnnxValue values = once ? x : onnx.gather(x, onnx.places(sources), 1);
    OnnxValue gaps = once ? missing : onnx.isNan(values);
    return new Block(
        standardized(onnx.cast(values, OnnxGraph.Type.DOUBLE), gaps, numbers),
        numbers.stream().map(EncodedNumber::place).toList());
  }

  /**
   * Numbers on the network's scale, float32. Computed in double precision, so that a large mean
   * does not cancel the digits of a small deviation.
   *
   * @param values {@code [B, numbers]}, float64
   * @param missing which, {@code [B, numbers]} or {@code [B, 1]}
   */
  private OnnxValue standardized(OnnxValue values, OnnxValue missing, List<EncodedNumber> numbers) {
    OnnxValue bounded =
        onnx.max(
            vector(numbers, EncodedNumber::lower),
            onnx.min(vector(numbers, EncodedNumber::upper), values));
    OnnxValue standardized =
        onnx.div(
            onnx.sub(bounded, vector(numbers, EncodedNumber::mean)),
            vector(numbers, EncodedNumber::scale));
    // Clipping may hide that a cell is missing or infinite, so the cell itself is tested.
    OnnxValue finite = onnx.where(onnx.isInf(values), onnx.scalar(Double.NaN), standardized);
    return onnx.cast(
        onnx.where(missing, vector(numbers, EncodedNumber::whenMissing), finite),
        OnnxGraph.Type.FLOAT);
  }

  private OnnxValue vector(List<EncodedNumber> numbers, ToDoubleFunction<EncodedNumber> of) {
    return onnx.vector(numbers.stream().mapToDouble(of).toArray());
  }

  private OnnxValue dated(String name, DateInput column) {
    OnnxValue days = cell(name, OnnxGraph.Type.DOUBLE, column, "NaN");
    OnnxValue missing = onnx.isNan(days);
    OnnxDates dates = OnnxDates.of(onnx, days);
    OnnxValue values =
        onnx.concat(column.parts().stream().map(p -> dates.value(onnx, p.part())).toList(), 1);
    OnnxValue standardized = standardized(values, missing, EncodedNumber.of(column));
    return column.indicated()
        ? onnx.concat(List.of(standardized, onnx.cast(missing, OnnxGraph.Type.FLOAT)), 1)
        : standardized;
  }

  /** The codes of the known text that the cell means, or of the place after the last one. */
  private OnnxValue looked(String name, ListedInput column) {
    OnnxValue cell = input(name, OnnxGraph.Type.TEXT, column, "the empty text");
    Map<String, String> spellings = column.spellings();
    List<String> texts =
        Stream.concat(column.texts().stream(), spellings.keySet().stream()).distinct().toList();
    AttributeProto.Builder keys =
        AttributeProto.newBuilder()
            .setName("keys_strings")
            .setType(AttributeProto.AttributeType.STRINGS);
    texts.forEach(text -> keys.addStrings(ByteString.copyFromUtf8(text)));
    long[] places = texts.stream().mapToLong(column::place).toArray();
    OnnxValue place =
        onnx.graph()
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
    float[][] codes = column.codes();
    float[] flat = new float[codes.length * column.width()];
    for (int i = 0; i < codes.length; i++) {
      System.arraycopy(codes[i], 0, flat, i * column.width(), column.width());
    }
    return onnx.gather(onnx.graph().constant(flat, codes.length, column.width()), place, 0);
  }

  private List<Integer> places(InputColumn column) {
    int first = place(column);
    return IntStream.range(first, first + column.width()).boxed().toList();
  }

  /** Place of a column's first feature among the network's inputs. */
  private int place(InputColumn column) {
    return schema.inputs().stream()
        .takeWhile(c -> !c.equals(column))
        .mapToInt(InputColumn::width)
        .sum();
  }

  /** The features of all blocks in the order of the network's inputs. */
  private OnnxValue ordered(List<Block> blocks) {
    int[] order = new int[schema.width()];
    int next = 0;
    boolean already = true;
    for (Block block : blocks) {
      for (int place : block.places()) {
        already &= place == next;
        order[place] = next++;
      }
    }
    OnnxValue all = onnx.concat(blocks.stream().map(Block::values).toList(), 1);
    return already ? all : onnx.gather(all, onnx.places(order), 1);
  }
}
