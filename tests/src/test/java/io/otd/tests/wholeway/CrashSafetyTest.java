// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.otd.core.RandomTable;
import io.otd.core.internal.trained.ModelDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Training processes that are killed at random moments, and resumed each time, leave the same files
 * as an uninterrupted one. A checkpoint is written after each call of the training program, many
 * per second, so that most kills happen during a write. The moment of a kill depends on the
 * progress on disk, not on time, so the test is the same on slow and fast machines.
 */
class CrashSafetyTest {
  private static final int STEPS = 600;
  private static final ObjectReader JSON = JsonMapper.builder().build().reader();

  @TempDir Path directory;
  private int members = 1;

  @Test
  @Tag("long")
  void a_parallel_ensemble_killed_repeatedly_ends_with_the_same_bits() throws Exception {
    killed(4, 2);
  }

  @Test
  @Tag("slow")
  void an_ensemble_killed_twenty_times_ends_with_the_same_bits() throws Exception {
    killed(20, 3);
  }

  private void killed(int kills, int members) throws Exception {
    this.members = members;
    Path table = Files.writeString(directory.resolve("t.csv"), table());
    Path undisturbed = directory.resolve("undisturbed");
    toTheEnd(start(table, undisturbed));
    Path run = directory.resolve("run");
    SplittableRandom random = new SplittableRandom(kills);
    int landed = 0;
    for (int kill = 0; kill < kills; kill++) {
      Process process = startOrResume(table, run);
      if (kill == 0) {
        Thread.sleep(random.nextInt(500)); // while it starts: no machine has finished by then
      } else {
        // Between the checkpoints of the others; the last one after all steps, during evaluation.
        int all = members * STEPS;
        int share = all / (kills - 1);
        waitForStep(process, run, kill == kills - 1 ? all : kill * share - random.nextInt(share));
        Thread.sleep(random.nextInt(kill == kills - 1 ? 300 : 30));
      }
      landed += process.isAlive() ? 1 : 0;
      process.destroyForcibly();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      if (ModelDirectory.isModel(run)) {
        ModelDirectory.read(run); // every existing file is complete
      }
    }
    // All but the last are certain to hit: the end of the run is far away.
    assertThat(landed).isGreaterThanOrEqualTo(kills - 1);
    if (!Files.exists(run.resolve("result.json"))) {
      toTheEnd(startOrResume(table, run));
    }
    requireSame(undisturbed, run);
  }

  private static void requireSame(Path expected, Path actual) throws IOException {
    assertThat(names(actual)).isEqualTo(names(expected));
    for (String name : names(expected)) {
      if (Files.isDirectory(expected.resolve(name))) { // named by its content
        for (String file : names(expected.resolve(name))) {
          assertThat(actual.resolve(name).resolve(file))
              .hasSameBinaryContentAs(expected.resolve(name).resolve(file));
        }
      }
    }
    for (String table : List.of("metrics.csv", "test.csv", "settings.yaml")) {
      assertThat(actual.resolve(table)).hasSameBinaryContentAs(expected.resolve(table));
    }
    assertThat(model(actual)).isEqualTo(model(expected));
  }

  /** Everything but its creation time. */
  private static String model(Path run) throws IOException {
    String text = Files.readString(run.resolve("model.json"));
    assertThat(text).contains("\"created\"");
    return text.replaceAll("\"created\" : \"[^\"]*\"", "");
  }

  /** Names of the files but the event files, of which each process writes its own. */
  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(name -> !name.startsWith("events."))
          .sorted()
          .toList();
    }
  }

  private void waitForStep(Process process, Path run, int step) throws Exception {
    while (process.isAlive() && step(run) < step) {
      Thread.sleep(2);
    }
  }

  /**
   * Steps that all members together have done by the last checkpoint; 0 if there is none, or it is
   * just being replaced.
   */
  private static int step(Path run) throws IOException {
    try {
      JsonNode model = JSON.readTree(Files.readAllBytes(run.resolve("model.json")));
      Path checkpoint = run.resolve(model.path("checkpoint").asText());
      JsonNode state = JSON.readTree(Files.readAllBytes(checkpoint.resolve("snapshot.json")));
      int steps = 0;
      for (JsonNode member : state.path("members")) {
        steps += member.path("step").asInt();
      }
      return steps;
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  private Process startOrResume(Path table, Path run) throws IOException {
    return Files.exists(run.resolve("settings.yaml"))
        ? process("train", "--resume", run.toString())
        : start(table, Files.exists(run) ? emptied(run) : run);
  }

  /** The files of a process that is killed before it has stored its settings. */
  private static Path emptied(Path run) throws IOException {
    for (String name : names(run)) {
      Files.delete(run.resolve(name));
    }
    return run;
  }

  private Process start(Path table, Path run) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of("train", "--data", table.toString(), "--target", "y", "--out", run.toString()));
    arguments.addAll(List.of("--jobs", "2"));
    for (String setting :
        List.of(
            "model.hidden=8,8",
            "masks.velocity=4",
            "masks.steps=1",
            "training.batch=16",
            "training.steps=" + STEPS,
            "training.patience=" + STEPS,
            "training.validate_every=12",
            "data.validation=each_member",
            "model.members=" + members,
            "evaluation.draws=50",
            "output.checkpoint_seconds=0")) {
      arguments.addAll(List.of("--set", setting));
    }
    return process(arguments.toArray(String[]::new));
  }

  private Process process(String... arguments) throws IOException {
    return OtdCommandLine.start(directory.resolve("log"), arguments);
  }

  private void toTheEnd(Process process) throws Exception {
    assertThat(process.waitFor()).as(Files.readString(directory.resolve("log"))).isZero();
  }

  private static String table() {
    return RandomTable.csv(
        "a,b,y",
        120,
        3,
        (i, random) -> {
          double a = random.nextDouble();
          double b = random.nextDouble();
          return a + "," + b + "," + (3 * a - b * b + 0.3 * random.nextDouble());
        });
  }
}
