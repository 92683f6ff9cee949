package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.program.NoiseStream;
import io.otd.core.trained.TestModels;
import io.otd.core.trained.TrainedModel;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that has otd-serve and what it needs on its class path, and nothing else. */
class FreshJvmTest {
  private static final String PROGRAM =
      """
      import io.otd.serve.OtdPredictor;
      import java.nio.file.Path;

      class Embedded {
        public static void main(String[] args) throws Exception {
          for (String absent : new String[] {"io.otd.train.training.Trainer", "io.otd.export.SavedModelExporter"}) {
            try {
              Class.forName(absent);
              throw new AssertionError(absent + " is on the class path");
            } catch (ClassNotFoundException expected) {
            }
          }
          float[] row = new float[args.length - 1];
          for (int j = 0; j < row.length; j++) {
            row[j] = Float.parseFloat(args[j + 1]);
          }
          try (OtdPredictor predictor = OtdPredictor.open(Path.of(args[0]))) {
            for (float sample : predictor.predict(row).samples()) {
              System.out.println("bank " + sample);
            }
            for (float[] sample : predictor.draw(new float[][] {row}, new long[] {-5})[0]) {
              System.out.println("fresh " + sample[0]);
            }
          }
        }
      }
      """;

  @TempDir Path directory;

  @Test
  void getsTheNumbersOfTheTrainer() throws Exception {
    TestModels fixture = TestModels.HEUN;
    TrainedModel model = fixture.model();
    SavedModelExporter.export(model, directory.resolve("base"), ExportOptions.DEFAULT);
    float[] row = fixture.rows(1)[0];

    List<String> lines = run(row);

    long bank = NoiseStream.BANK.key(ExportOptions.DEFAULT.bankSeed());
    assertThat(numbers(lines, "bank ")).containsExactly(trained(model, row, bank), rounding(model));
    assertThat(numbers(lines, "fresh ")).containsExactly(trained(model, row, -5), rounding(model));
  }

  private static Offset<Double> rounding(TrainedModel model) {
    return within(1e-4 * model.schema().targets().get(0).scale());
  }

  private static double[] trained(TrainedModel model, float[] row, long key) {
    int draws = ExportOptions.DEFAULT.bank();
    double[][] values = TrainedDraws.of(model, model.spec(), row, draws, key);
    return Arrays.stream(values).mapToDouble(d -> d[0]).toArray();
  }

  private static double[] numbers(List<String> lines, String prefix) {
    return lines.stream()
        .filter(line -> line.startsWith(prefix))
        .mapToDouble(line -> Double.parseDouble(line.substring(prefix.length())))
        .toArray();
  }

  private List<String> run(float[] row) throws Exception {
    Path serve = Path.of("..", "otd-serve", "target");
    String classPath =
        serve.resolve("classes")
            + System.getProperty("path.separator")
            + Files.readString(serve.resolve("runtime-classpath.txt"));
    assertThat(classPath).doesNotContain("otd-train", "otd-export", "/export/target", "picocli");
    Path program = Files.writeString(directory.resolve("Embedded.java"), PROGRAM);
    List<String> command =
        new java.util.ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath,
                program.toString(),
                directory.resolve("base").toString()));
    for (float value : row) {
      command.add(Float.toString(value));
    }
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(output)).isZero();
    return Files.readAllLines(output);
  }
}
