// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import com.google.protobuf.ByteString;
import io.otd.core.internal.files.StrictJson;
import io.otd.core.internal.savedmodel.ColumnIdentifiers;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.export.internal.encoding.EncodingGraph;
import io.otd.export.internal.flat.FlatGraph;
import io.otd.export.internal.flat.RowsFirst;
import io.otd.export.internal.onnx.proto.OnnxProtos.ModelProto;
import io.otd.export.internal.onnx.proto.OnnxProtos.OperatorSetIdProto;
import io.otd.export.internal.onnx.proto.OnnxProtos.StringStringEntryProto;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A model in ONNX format: one input per column, the outputs of the SavedModel's default signature
 * and its draws from the bank.
 */
public final class OnnxFile {
  /** Name of the file, in the directory of a version. */
  public static final String NAME = "model.onnx";

  /** Name of the property of the file that holds its {@link OnnxColumns}. */
  public static final String COLUMNS = "otd.columns";

  /** Version of the format itself, the first with {@link OnnxOps#OPSET}. */
  private static final int FORMAT = 8;

  private final OnnxOps onnx = new OnnxOps(new OnnxGraph());
  private final ExportDescription description;

  private OnnxFile(ExportDescription description) {
    this.description = description;
  }

  /**
   * The bytes of a file; the same model gives the same bytes.
   *
   * @param description of the export
   * @param bank what the model predicts; its only input are the encoded rows
   * @throws IllegalArgumentException if its numbers do not fit into one file, or if it has an
   *     operator that ONNX lacks
   */
  public static byte[] bytes(ExportDescription description, FlatGraph bank) {
    return new OnnxFile(description).proto(bank).toByteArray();
  }

  /**
   * The names of the inputs, in the order of the columns: those of the signature by name, with an
   * underscore behind one that is an output's name.
   */
  public static List<String> inputNames(List<String> columns) {
    List<String> identifiers = ColumnIdentifiers.of(columns);
    Set<String> used =
        new HashSet<>(
            Set.of(
                ServingNames.MEAN,
                ServingNames.STD,
                ServingNames.QUANTILES,
                ServingNames.LOWER,
                ServingNames.UPPER,
                ServingNames.WITHIN,
                ServingNames.BETWEEN,
                ServingNames.SAMPLES));
    List<String> names = new ArrayList<>();
    for (String identifier : identifiers) {
      String name = identifier;
      while (used.contains(name) || (!name.equals(identifier) && identifiers.contains(name))) {
        name += "_";
      }
      used.add(name);
      names.add(name);
    }
    return List.copyOf(names);
  }

  private ModelProto proto(FlatGraph bank) {
    OnnxGraph graph = onnx.graph();
    Map<String, OnnxValue> cells = new OnnxInputs(graph, description.schema()).add();
    Map<String, OnnxValue> encoded =
        new OnnxTranslation(onnx, EncodingGraph.of(description.schema())).add(cells);
    new OnnxTranslation(onnx, RowsFirst.of(bank))
        .add(encoded)
        .forEach((name, value) -> graph.output(name, value, bank.outputType(name), about(name)));
    ModelProto.Builder proto =
        ModelProto.newBuilder()
            .setIrVersion(FORMAT)
            .setProducerName("otd")
            .setGraph(graph.proto())
            .addMetadataProps(columns())
            .addOpsetImport(opset("", OnnxOps.OPSET));
    if (graph.uses(OnnxInputs.LOOKUP_DOMAIN)) {
      proto.addOpsetImport(opset(OnnxInputs.LOOKUP_DOMAIN, OnnxInputs.LOOKUP_OPSET));
    }
    return proto.build();
  }

  private StringStringEntryProto columns() {
    return StringStringEntryProto.newBuilder()
        .setKey(COLUMNS)
        .setValueBytes(ByteString.copyFrom(StrictJson.write(OnnxColumns.of(description))))
        .build();
  }

  private static OperatorSetIdProto opset(String domain, int version) {
    return OperatorSetIdProto.newBuilder().setDomain(domain).setVersion(version).build();
  }

  /** What a user should know of an output. */
  private String about(String output) {
    String targets = "targets " + description.schema().targetNames();
    return switch (output) {
      case ServingNames.QUANTILES -> "levels %s, %s".formatted(description.levels(), targets);
      case ServingNames.LOWER, ServingNames.UPPER ->
          "levels %s, %s".formatted(description.conformal().alphas(), targets);
      default -> targets;
    };
  }
}
