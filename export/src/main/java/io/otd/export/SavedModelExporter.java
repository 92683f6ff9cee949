// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.files.StrictJson;
import io.otd.core.internal.graph.NumberedScope;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.savedmodel.ColumnIdentifiers;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ModelDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.Checkpoint;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.schema.TableSchema;
import io.otd.export.internal.light.TapeTranslation;
import io.otd.export.internal.mlflow.MlflowModel;
import io.otd.export.internal.onnx.OnnxFile;
import io.otd.export.internal.savedmodel.PortableGraph;
import io.otd.export.internal.savedmodel.ServedSignature;
import io.otd.export.internal.savedmodel.ServedVariables;
import io.otd.export.internal.savedmodel.StableBytes;
import io.otd.light.internal.file.LightModelFile;
import io.otd.light.internal.model.LightModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.tensorflow.Graph;
import org.tensorflow.TensorFlow;
import org.tensorflow.op.Ops;
import org.tensorflow.proto.CollectionDef;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.SavedModel;
import org.tensorflow.proto.SaverDef;

/**
 * Writes a trained model as a SavedModel: {@code BASE/VERSION/} with {@code saved_model.pb}, {@code
 * variables/} and {@code assets.extra/}. The same model and options give the same bytes.
 *
 * <p>The version is published in one step, only after it was loaded and every signature agreed with
 * the trained model's own predictions. An existing version is never changed.
 */
public final class SavedModelExporter {
  private static final int VERIFIED_ROWS = 8;
  private static final int MLFLOW_EXAMPLE = 3;

  private SavedModelExporter() {}

  /**
   * The result of an export.
   *
   * @param directory of the version
   * @param version its number
   * @param description contents of its {@code otd.json}
   */
  public record Exported(Path directory, long version, ExportDescription description) {}

  /**
   * Exports a model.
   *
   * @param trained the model
   * @param base directory of all versions; created if it does not exist
   * @param options how
   * @throws java.nio.file.FileAlreadyExistsException if the requested version exists
   * @throws IOException if it cannot be written, or if what was written does not agree with the
   *     model; nothing is published then
   */
  public static Exported export(TrainedModel trained, Path base, ExportOptions options)
      throws IOException {
    Files.createDirectories(base);
    Publication publication = Publication.open(base, options.version());
    try {
      ExportDescription description = description(trained, options);
      write(trained, description, options, publication.directory());
      long version = publication.publish();
      return new Exported(base.resolve(Long.toString(version)), version, description);
    } finally {
      publication.close();
    }
  }

  private static void write(
      TrainedModel trained, ExportDescription description, ExportOptions options, Path directory)
      throws IOException {
    List<RowCells> rows = RowCells.spread(trained.schema(), VERIFIED_ROWS);
    try (ReferencePredictions reference =
        new ReferencePredictions(trained, description.bank().size())) {
      long key = ReferencePredictions.bankKey(description.bank().seed());
      List<KindBank> banks = banks(trained, reference, key);
      List<Checkpoint.Entry> entries = ServedArrays.entries(trained, banks);
      Path variables = Files.createDirectory(directory.resolve(ServingNames.VARIABLES_DIRECTORY));
      Checkpoint.write(variables.resolve(ServingNames.VARIABLES_PREFIX), entries);
      writeGraph(trained, description, entries, rows, directory);
      LightModel light = light(trained, description, banks);
      Files.write(
          directory.resolve(ServingNames.EXTRA_DIRECTORY).resolve(LightModelFile.NAME),
          LightModelFile.bytes(light));
      if (options.onnx()) {
        Files.write(
            directory.resolve(OnnxFile.NAME),
            OnnxFile.bytes(description, BankGraph.of(trained, description, banks)));
      }
      if (options.mlflow()) {
        List<RowCells> example = rows.subList(0, MLFLOW_EXAMPLE);
        MlflowModel.write(
            directory,
            description,
            example.stream().map(row -> row.cells(trained.schema())).toList());
      }
      new ExportVerification(trained, description, reference, rows).run(directory);
    }
  }

  private static LightModel light(
      TrainedModel trained, ExportDescription description, List<KindBank> banks) {
    return new LightModel(
        trained.schema(),
        description.levels(),
        description.conformal(),
        trained.metrics(),
        description.bank().networks(),
        TapeTranslation.of(BankGraph.withFreshDraws(trained, description, banks)));
  }

  private static List<KindBank> banks(
      TrainedModel trained, ReferencePredictions reference, long key) {
    return IntStream.range(0, trained.components().size())
        .mapToObj(c -> new KindBank(reference.masks(c, key), reference.outputNoise(c, key)))
        .toList();
  }

  private static void writeGraph(
      TrainedModel trained,
      ExportDescription description,
      List<Checkpoint.Entry> entries,
      List<RowCells> rows,
      Path directory)
      throws IOException {
    try (Graph graph = new Graph()) {
      Ops tf = NumberedScope.in(graph);
      InferenceGraph inference = new InferenceGraph(tf, trained, description, entries);
      List<ServedSignature> signatures = inference.addSignatures();
      SaverDef saver = inference.variables().addSaver(tf);
      Path extra = Files.createDirectory(directory.resolve(ServingNames.EXTRA_DIRECTORY));
      Files.write(extra.resolve(ServingNames.DESCRIPTION_FILE), StrictJson.write(description));
      Files.write(
          extra.resolve(ServingNames.WARMUP_FILE),
          new WarmupRequests(description, rows).file(signatures));
      Files.write(
          directory.resolve(ServingNames.MODEL_FILE),
          StableBytes.of(savedModel(graph, signatures, saver, inference.variables().collection())));
    }
  }

  private static SavedModel savedModel(
      Graph graph, List<ServedSignature> signatures, SaverDef saver, CollectionDef variables) {
    List<String> roots = new ArrayList<>();
    signatures.forEach(signature -> roots.addAll(signature.nodes()));
    roots.add(saver.getFilenameTensorName().replace(":0", ""));
    roots.add(saver.getSaveTensorName().replace(":0", ""));
    roots.add(saver.getRestoreOpName());
    PortableGraph portable =
        new PortableGraph(graph.toGraphDef(), roots, TensorFlow.registeredOpList());
    MetaGraphDef.Builder meta =
        MetaGraphDef.newBuilder()
            .setGraphDef(portable.graph())
            .setSaverDef(saver)
            .putCollectionDef(ServedVariables.COLLECTION, variables);
    meta.getMetaInfoDefBuilder()
        .addTags(ServingNames.TAG)
        .setTensorflowVersion(TensorFlow.version())
        .setStrippedDefaultAttrs(true)
        .setStrippedOpList(portable.operations());
    signatures.forEach(s -> meta.putSignatureDef(s.name(), s.definition()));
    return SavedModel.newBuilder().setSavedModelSchemaVersion(1).addMetaGraphs(meta).build();
  }

  /** What an export says of itself. */
  static ExportDescription description(TrainedModel trained, ExportOptions options) {
    return new ExportDescription(
        ExportDescription.FORMAT,
        inputs(trained.schema()),
        targets(trained.schema()),
        options.levels(),
        bank(trained, options),
        trained.spread().factor(),
        trained.calibration().conformal(),
        trained.components().stream().map(SavedModelExporter::kind).toList(),
        trained.seed(),
        trained.metrics(),
        trained.provenance(),
        trained.profile());
  }

  private static ExportDescription.Bank bank(TrainedModel trained, ExportOptions options) {
    int draws = trained.draws(options.bank());
    return new ExportDescription.Bank(draws, options.bankSeed(), trained.networks(draws));
  }

  private static ExportDescription.Kind kind(Component component) {
    return new ExportDescription.Kind(
        component.name(),
        ModelDescription.of(component.spec()),
        component.weight(),
        component.members().stream().map(m -> m.spread().factor()).toList());
  }

  private static List<ExportDescription.Input> inputs(TableSchema schema) {
    List<String> identifiers = ColumnIdentifiers.of(schema.inputNames());
    List<ExportDescription.Input> inputs = new ArrayList<>();
    for (int j = 0; j < identifiers.size(); j++) {
      inputs.add(new ExportDescription.Input(identifiers.get(j), schema.inputs().get(j)));
    }
    return inputs;
  }

  private static List<ExportDescription.Target> targets(TableSchema schema) {
    List<String> identifiers = ColumnIdentifiers.of(schema.targetNames());
    List<ExportDescription.Target> targets = new ArrayList<>();
    for (int j = 0; j < identifiers.size(); j++) {
      targets.add(new ExportDescription.Target(identifiers.get(j), schema.targets().get(j)));
    }
    return targets;
  }
}
