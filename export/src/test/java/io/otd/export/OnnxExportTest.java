// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.TensorInfo;
import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.calibration.RowGroup;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.graph.Tensors;
import io.otd.core.internal.mask.Uniform;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Forest;
import io.otd.core.internal.output.GaussianMixture;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.TestCalibrations;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.schema.BoundedTransform;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import io.otd.export.internal.onnx.OnnxFile;
import io.otd.light.LightPredictor;
import io.otd.predict.Prediction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tensorflow.Result;
import org.tensorflow.SavedModelBundle;
import org.tensorflow.Session;
import org.tensorflow.Tensor;
import org.tensorflow.proto.SignatureDef;

/** ONNX Runtime computes the same as TensorFlow from the same export, both in single precision. */
class OnnxExportTest {
  private static final int ROWS = 100;
  private static final int DRAWS = 64;

  /** Relative to the size of a number and to one unit of the network's scale there. */
  private static final double TOLERANCE = 1e-5;

  /** A draw of a mixture may take the next component if its uniform is at the end of a weight. */
  private static final double OTHER_COMPONENT = 1e-3;

  @TempDir Path base;

  @ParameterizedTest
  @EnumSource(names = {"MIXED", "POOL", "FOREST"})
  void matches_the_saved_model(TestModels fixture) throws Exception {
    int draws = ExportOptions.DEFAULT.bank();
    compare(fixture.model(), TestExports.version(fixture), OnnxBytes.of(fixture.model(), draws));
  }

  @Test
  void a_graph_holds_only_the_trees_of_the_bank() throws Exception {
    TestModels fixture = TestModels.FOREST;
    int trees = 300;
    ModelSpec spec =
        new ModelSpec(
            fixture.spec().inputs(),
            fixture.spec().outputs(),
            new Forest(trees, 6, 6, 10),
            new Uniform());
    TrainedModel model = model(fixture, spec, fixture.model().schema());
    compare(model);

    long all = 16L * trees * 6;
    assertThat((long) OnnxBytes.of(model, DRAWS).length).isLessThan(all);
  }

  /** Bounds that the two targets approach: above and below, on both sides and above. */
  @ParameterizedTest
  @CsvSource({"0, Infinity, -Infinity, 30", "-10, 40, 0, Infinity"})
  void bounds_match_the_saved_model(double least, double greatest, double other, double top)
      throws Exception {
    String first = TestModels.TWO_OUTPUTS.model().schema().targetNames().get(0);
    compare(
        TestModels.TWO_OUTPUTS.withTargets(
            target ->
                target.with(
                    target.name().equals(first)
                        ? new BoundedTransform(least, greatest, 12)
                        : new BoundedTransform(other, top, 12))));
  }

  @ParameterizedTest
  @MethodSource("io.otd.core.internal.trained.TestCalibrations#rules")
  void calibration_matches_the_saved_model(ConformalRule rule) throws Exception {
    TrainedModel bounded =
        TestModels.TWO_OUTPUTS.withTargets(
            target -> target.with(TargetSupport.between(0, Double.POSITIVE_INFINITY)));
    compare(bounded.with(TestCalibrations.of(rule, 20)));
  }

  private static int withoutUpperBound(List<TargetColumn> targets) {
    return IntStream.range(0, targets.size())
        .filter(j -> Double.isInfinite(targets.get(j).possible().greatest()))
        .findFirst()
        .orElseThrow();
  }

  /** Export itself compares TensorFlow and the light engine with the Java reference. */
  @Test
  void groups_of_rows_are_calibrated_as_in_the_saved_model() throws Exception {
    RowGroup yes = group("smoker?", "yes", "month", "jan");
    RowGroup no = group("smoker?", "no", "month", "f\u00e9v");
    List<Double> common = Collections.nCopies(7, 1.0);
    List<Double> own = Collections.nCopies(7, 2.5);
    List<Double> unbounded = Collections.nCopies(7, Double.POSITIVE_INFINITY);
    SpreadCalibration spread = new SpreadCalibration(1.3, .4, .2);
    ConformalCalibration conformal =
        new ConformalCalibration(
            new ConformalRule.Normalized(Collections.nCopies(7, .01), false),
            99,
            List.of(new ConformalLevel(.9, common), new ConformalLevel(.99, unbounded)),
            List.of(
                new ConformalCalibration.OfGroup(
                    no, 40, List.of(new ConformalLevel(.9, own), new ConformalLevel(.99, own)))));
    TrainedModel model =
        TestModels.MIXED
            .model()
            .with(
                Calibration.of(
                        spread.with(
                            List.of(
                                new SpreadCalibration.OfGroup(yes, 2.2),
                                new SpreadCalibration.OfGroup(no, .6))))
                    .with(conformal));
    Path directory = export(model);
    compare(model, directory, OnnxBytes.of(model, DRAWS));
    List<RowCells> rows = RowCells.spread(model.schema(), ROWS);
    Map<String, float[]> outputs = onnx(model, rows);
    Map<String, float[]> alike =
        onnx(model.with(Calibration.of(spread).with(conformal.of(RowGroup.NONE))), rows);
    Set<RowGroup> changed = new HashSet<>();
    int free = withoutUpperBound(model.schema().targets());
    try (LightPredictor light = LightPredictor.open(directory)) {
      for (int i = 0; i < rows.size(); i++) {
        Prediction law = predicted(light, rows.get(i));
        float upper = column(outputs.get(ServingNames.UPPER), rows.size(), 7, i, free)[0];
        assertThat(law.interval(free, .9).upper()).isCloseTo(upper, within(1e-3));
        boolean grouped = law.interval(free, .99).upper() < Double.POSITIVE_INFINITY;
        List<String> texts = rows.get(i).texts();
        assertThat(grouped)
            .isEqualTo(texts.get(0).equals("f\u00e9v") && texts.get(1).equalsIgnoreCase("no"));
        float std = column(outputs.get(ServingNames.STD), rows.size(), 7, i, 0)[0];
        float before = column(alike.get(ServingNames.STD), rows.size(), 7, i, 0)[0];
        boolean wider = texts.get(0).equals("jan") && texts.get(1).equals("yes");
        // Draws of a group that all lie at a bound stay there.
        if (Math.abs(std - before) > 1e-4 * before) {
          assertThat(std > before).isEqualTo(wider);
          changed.add(wider ? yes : grouped ? no : RowGroup.NONE);
        }
      }
    }
    assertThat(changed).containsExactlyInAnyOrder(yes, no);
  }

  private static Map<String, float[]> onnx(TrainedModel model, List<RowCells> rows)
      throws Exception {
    try (OnnxSession onnx = new OnnxSession(OnnxBytes.of(model, DRAWS))) {
      return onnx.run(model.schema(), rows);
    }
  }

  private static Prediction predicted(LightPredictor light, RowCells row) {
    return light.predict(row.numbers(), row.texts().toArray(String[]::new), 1).get(0);
  }

  private static RowGroup group(String a, String of, String b, String with) {
    Map<String, String> categories = new LinkedHashMap<>();
    categories.put(a, of);
    categories.put(b, with);
    return new RowGroup(categories);
  }

  @ParameterizedTest
  @EnumSource(names = {"EULER", "FOREST"})
  void an_unpredictable_row_is_nan_and_does_not_affect_the_others(TestModels fixture)
      throws Exception {
    TrainedModel model = fixture.model();
    List<RowCells> rows = new ArrayList<>(RowCells.spread(model.schema(), 2));
    float[] gap = rows.get(0).numbers().clone();
    gap[1] = Float.NaN;
    rows.add(1, new RowCells(gap, List.of()));

    try (OnnxSession onnx = new OnnxSession(OnnxBytes.of(model, DRAWS))) {
      Map<String, float[]> outputs = onnx.run(model.schema(), rows);
      for (float[] values : outputs.values()) {
        int each = values.length / rows.size();
        for (int i = 0; i < values.length; i++) {
          assertThat(Float.isNaN(values[i])).isEqualTo(i / each == 1);
        }
      }
    }
  }

  @Test
  void inputs_and_outputs_declare_name_type_and_shape() throws Exception {
    try (OnnxSession onnx = new OnnxSession(OnnxBytes.of(TestModels.MIXED.model(), DRAWS))) {
      assertThat(types(onnx.session().getInputInfo()))
          .containsExactly(
              Map.entry("age", "FLOAT[-1]"),
              Map.entry("month", "STRING[-1]"),
              Map.entry("size_m", "FLOAT[-1]"),
              Map.entry("smoker", "STRING[-1]"),
              Map.entry("c", "STRING[-1]"),
              Map.entry("new", "STRING[-1]"));
      assertThat(types(onnx.session().getOutputInfo()))
          .containsExactly(
              Map.entry("mean", "FLOAT[-1, 7]"),
              Map.entry("std", "FLOAT[-1, 7]"),
              Map.entry("quantiles", "FLOAT[-1, 11, 7]"),
              Map.entry("samples", "FLOAT[-1, 64, 7]"),
              Map.entry("variance_within", "FLOAT[-1, 7]"),
              Map.entry("variance_between", "FLOAT[-1, 7]"));
    }
  }

  private static Map<String, String> types(Map<String, NodeInfo> infos) {
    Map<String, String> types = new LinkedHashMap<>();
    infos.forEach(
        (name, info) -> {
          TensorInfo tensor = (TensorInfo) info.getInfo();
          OnnxJavaType type = tensor.type;
          types.put(name, type + Arrays.toString(tensor.getShape()));
        });
    return types;
  }

  @Test
  void a_column_named_like_an_output_gets_an_underscore() {
    assertThat(OnnxFile.inputNames(List.of("mean", "mean_", "std", "x")))
        .containsExactly("mean__", "mean_", "std_", "x");
  }

  @Test
  void inputs_of_different_lengths_are_refused() throws Exception {
    TrainedModel model = TestModels.EULER.model();
    try (OnnxSession onnx = new OnnxSession(OnnxBytes.of(model, DRAWS))) {
      List<RowCells> rows = RowCells.spread(model.schema(), 2);
      assertThatThrownBy(() -> onnx.run(model.schema(), rows.subList(0, 1), rows))
          .isInstanceOf(OrtException.class);
    }
  }

  @Test
  void export_is_deterministic() throws Exception {
    TrainedModel model = TestModels.MIXED.model();
    assertThat(OnnxBytes.of(model, DRAWS)).isEqualTo(OnnxBytes.of(model, DRAWS));
  }

  @Test
  void the_file_is_written_beside_the_saved_model_if_asked_for() throws Exception {
    TrainedModel model = TestModels.EULER.model();
    ExportOptions options = ExportOptions.DEFAULT.withBank(DRAWS).withOnnx();
    Path directory = SavedModelExporter.export(model, base, options).directory();
    assertThat(directory.resolve(OnnxFile.NAME)).hasBinaryContent(OnnxBytes.of(model, DRAWS));
    assertThat(TestExports.version(TestModels.EULER).resolve(OnnxFile.NAME)).doesNotExist();
  }

  private static TrainedModel model(TestModels fixture, ModelSpec spec, TableSchema schema) {
    TrainedModel model = fixture.model();
    return new TrainedModel(
        List.of(Component.only(spec, List.of(Member.of(TestModels.weights(spec, 5))))),
        schema,
        model.calibration(),
        model.seed(),
        model.metrics(),
        model.provenance());
  }

  private Path export(TrainedModel model) throws IOException {
    return SavedModelExporter.export(model, base, ExportOptions.DEFAULT.withBank(DRAWS))
        .directory();
  }

  private void compare(TrainedModel model) throws Exception {
    compare(model, export(model), OnnxBytes.of(model, DRAWS));
  }

  private static void compare(TrainedModel model, Path directory, byte[] file) throws Exception {
    List<RowCells> rows = RowCells.spread(model.schema(), ROWS);
    Map<String, float[]> expected = savedModel(directory, model.schema(), rows);
    Map<String, float[]> actual;
    try (OnnxSession onnx = new OnnxSession(file)) {
      actual = onnx.run(model.schema(), rows);
    }
    assertThat(actual).containsOnlyKeys(expected.keySet());
    int outputs = model.schema().targets().size();
    float[] samples = expected.get(ServingNames.SAMPLES);
    long others = 0;
    for (int i = 0; i < rows.size(); i++) {
      for (int j = 0; j < outputs; j++) {
        float[] law = column(samples, rows.size(), outputs, i, j);
        float[] other = column(actual.get(ServingNames.SAMPLES), rows.size(), outputs, i, j);
        double unit = unit(model.schema().targets().get(j), law);
        if (model.components().stream().anyMatch(k -> k.spec().law() instanceof GaussianMixture)) {
          long before = others;
          others +=
              IntStream.range(0, law.length).filter(k -> !near(law[k], other[k], unit)).count();
          if (others > before) {
            continue;
          }
        }
        for (String output : expected.keySet()) {
          float[] wanted = column(expected.get(output), rows.size(), outputs, i, j);
          float[] given = column(actual.get(output), rows.size(), outputs, i, j);
          if (!model.calibration().isotonic().absent()) {
            // Draws that are equal up to rounding may swap ranks, and then move differently.
            Arrays.sort(wanted);
            Arrays.sort(given);
          }
          for (int k = 0; k < wanted.length; k++) {
            if (!near(wanted[k], given[k], unit)) {
              fail("%s[%s, %s, %s]: %s, expected %s", output, i, k, j, given[k], wanted[k]);
            }
          }
        }
      }
    }
    assertThat((double) others / samples.length).isLessThan(OTHER_COMPONENT);
  }

  private static boolean near(double expected, double actual, double unit) {
    return expected == actual
        || Math.abs(expected - actual) <= TOLERANCE * (unit + Math.abs(expected));
  }

  private static double unit(TargetColumn target, float[] draws) {
    return IntStream.range(0, draws.length).mapToDouble(k -> target.unit(draws[k])).max().orElse(0);
  }

  /** {@code [n, s, d_y]} of one row and target: {@code [s]}. */
  private static float[] column(float[] values, int rows, int outputs, int row, int target) {
    int each = values.length / (rows * outputs);
    float[] column = new float[each];
    for (int k = 0; k < each; k++) {
      column[k] = values[(row * each + k) * outputs + target];
    }
    return column;
  }

  private static Map<String, float[]> savedModel(
      Path directory, TableSchema schema, List<RowCells> rows) {
    Map<String, float[]> outputs = new LinkedHashMap<>();
    try (SavedModelBundle bundle = SavedModelBundle.load(directory.toString(), ServingNames.TAG)) {
      for (String name :
          List.of(ServingNames.DEFAULT_SIGNATURE, ServingNames.SAMPLE, ServingNames.PARTS)) {
        SignatureDef definition = bundle.metaGraphDef().getSignatureDefOrThrow(name);
        Map<String, Tensor> inputs = inputs(schema, rows);
        Session.Runner runner = bundle.session().runner();
        inputs.forEach((key, in) -> runner.feed(definition.getInputsOrThrow(key).getName(), in));
        List<String> keys = List.copyOf(definition.getOutputsMap().keySet());
        keys.forEach(key -> runner.fetch(definition.getOutputsOrThrow(key).getName()));
        try (Result result = runner.run()) {
          for (int i = 0; i < keys.size(); i++) {
            outputs.put(keys.get(i), Tensors.floats(result.get(i)));
          }
        } finally {
          inputs.values().forEach(Tensor::close);
        }
      }
    }
    return outputs;
  }

  private static Map<String, Tensor> inputs(TableSchema schema, List<RowCells> rows) {
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    int numbers = schema.numeric().size();
    if (numbers > 0) {
      float[] x = new float[rows.size() * numbers];
      for (int i = 0; i < rows.size(); i++) {
        System.arraycopy(rows.get(i).numbers(), 0, x, i * numbers, numbers);
      }
      inputs.put(ServingNames.ROWS, Tensors.of(x, rows.size(), numbers));
    }
    int texts = schema.text().size();
    if (texts > 0) {
      String[] c = rows.stream().flatMap(row -> row.texts().stream()).toArray(String[]::new);
      inputs.put(ServingNames.TEXTS, Tensors.of(c, rows.size(), texts));
    }
    return inputs;
  }
}
