// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.NoiseStream;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.export.ExportOptions;
import io.otd.export.TestExports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process with only otd-predict and its dependencies on the class path. */
@Tag("jdk")
class FreshJvmTest {
  private static final String PROGRAM =
      """
      import io.otd.serve.OtdPredictor;
      import java.nio.file.Path;

      class Embedded {
        private static final String[] ABSENT = {
          "io.otd.train.internal.network.NetworkTrainer",
          "io.otd.core.internal.graph.Compilation",
          "org.tensorflow.Graph",
          "io.otd.export.SavedModelExporter",
          "com.linecorp.armeria.server.Server",
          "io.grpc.BindableService",
          "org.slf4j.Logger"
        };

        public static void main(String[] args) throws Exception {
          for (String absent : ABSENT) {
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

  /** Opens, loads and closes a predictor repeatedly; prints the size of the process. */
  private static final String BUSY =
      """
      import io.otd.serve.OtdPredictor;
      import io.otd.serve.PredictorOptions;
      import io.otd.serve.internal.settings.BatchingSettings;
      import java.nio.file.Files;
      import java.nio.file.Path;
      import java.time.Duration;
      import java.util.ArrayList;
      import java.util.List;
      import java.util.concurrent.atomic.AtomicInteger;

      class Busy {
        public static void main(String[] args) throws Exception {
          PredictorOptions options =
              PredictorOptions.DEFAULT
                  .polling(Duration.ofMillis(5))
                  .batching(BatchingSettings.DEFAULT);
          for (int round = 0; round <= 15; round++) {
            if (round % 5 == 0) {
              String resident = Files.readString(Path.of("/proc/self/statm")).split(" ")[1];
              System.out.println("resident " + 4096 * Long.parseLong(resident));
            }
            use(OtdPredictor.open(Path.of(args[0]), options));
          }
        }

        private static void use(OtdPredictor predictor) throws Exception {
          float[] row = new float[predictor.inputs().size()];
          AtomicInteger answered = new AtomicInteger();
          List<Thread> threads = new ArrayList<>();
          for (int i = 0; i < 64; i++) {
            threads.add(
                new Thread(
                    () -> {
                      try {
                        while (true) {
                          predictor.predict(row);
                          predictor.predictAsync(row).join();
                          answered.incrementAndGet();
                        }
                      } catch (RuntimeException e) {
                        if (!e.getMessage().contains("closed")) {
                          throw e;
                        }
                      }
                    }));
          }
          threads.forEach(Thread::start);
          while (answered.get() < 100 && threads.stream().allMatch(Thread::isAlive)) {
            Thread.sleep(1);
          }
          predictor.close();
          for (Thread thread : threads) {
            thread.join();
          }
          if (answered.get() < 100) {
            throw new AssertionError("a thread failed");
          }
        }
      }
      """;

  @TempDir Path directory;

  @Test
  @Tag("long")
  void matches_the_draws_of_the_trainer() throws Exception {
    TestModels fixture = TestModels.HEUN;
    TrainedModel model = fixture.model();
    float[] row = fixture.rows(1)[0];

    List<String> arguments = new ArrayList<>(List.of(TestExports.base(fixture).toString()));
    for (float value : row) {
      arguments.add(Float.toString(value));
    }
    List<String> lines = run("Embedded", PROGRAM, arguments);

    // TensorFlow's library is silent; a newer JVM prints warnings about libraries.
    assertThat(lines).noneMatch(line -> line.matches(".*(absl|[.]cc:\\d+).*"));
    long bank = NoiseStream.BANK.key(ExportOptions.DEFAULT.bankSeed());
    assertThat(numbers(lines, "bank "))
        .containsExactly(trained(model, row, DrawDesign.LATIN_HYPERCUBE, bank), rounding(model));
    assertThat(numbers(lines, "fresh "))
        .containsExactly(trained(model, row, DrawDesign.INDEPENDENT, -5), rounding(model));
  }

  private static Offset<Double> rounding(TrainedModel model) {
    return within(1e-4 * model.schema().targets().get(0).scale());
  }

  private static double[] trained(TrainedModel model, float[] row, DrawDesign design, long key) {
    int draws = ExportOptions.DEFAULT.bank();
    double[][] values = TrainedDraws.of(model, model.components(), row, draws, design, key);
    return Arrays.stream(values).mapToDouble(d -> d[0]).toArray();
  }

  private static double[] numbers(List<String> lines, String prefix) {
    return lines.stream()
        .filter(line -> line.startsWith(prefix))
        .mapToDouble(line -> Double.parseDouble(line.substring(prefix.length())))
        .toArray();
  }

  @Test
  @Tag("long")
  void releases_its_native_memory() throws Exception {
    Path base = TestExports.base(TestModels.HEUN);
    double[] resident = numbers(run("Busy", BUSY, List.of(base.toString())), "resident ");

    assertThat(resident).hasSize(4);
    // A leak would take 12 MiB per round; the first rounds fill pools.
    assertThat(resident[3] - resident[1]).isLessThan(50 << 20);
  }

  /** Runs a single-file program. */
  private List<String> run(String name, String source, List<String> arguments) throws Exception {
    Path program = Files.writeString(directory.resolve(name + ".java"), source);
    // A Java heap that does not grow, so that what grows is native.
    List<String> command =
        new ArrayList<>(
            List.of(
                "-Xms128m",
                "-Xmx128m",
                "-XX:+AlwaysPreTouch",
                "-Dorg.bytedeco.javacpp.maxphysicalbytes=0"));
    command.addAll(List.of("-cp", Java.embedding(), program.toString()));
    command.addAll(arguments);
    return new Java(directory).run(command);
  }
}
