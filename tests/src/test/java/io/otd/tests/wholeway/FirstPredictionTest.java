// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.tests.serving.Java;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the first page for Java, each as one source file in a separate process. */
@Tag("jdk")
@Tag("long")
class FirstPredictionTest {
  private static final Path PAGE = Path.of("..", "docs", "first-prediction.md");
  private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final String PREDICTION = "[0-9]+\\.[0-9] minutes, 90 % in \\[[0-9.]+, [0-9.]+\\]";

  @TempDir Path folder;

  @Test
  void one_program_trains_and_exports_and_the_other_predicts_with_its_export() throws Exception {
    // Training is only a means.
    Path table = Parcels.first(400, folder.resolve("parcels.csv"));
    Path models = folder.resolve("models");
    List<String> trained = run("Training", table.toString(), models.toString());
    assertThat(trained).anyMatch(line -> line.matches("energy score [0-9]+\\.[0-9]{2}"));
    assertThat(trained).anyMatch(line -> line.matches(PREDICTION));
    assertThat(models.resolve("1/saved_model.pb")).exists();
    assertThat(run("Embedding", models.toString())).anyMatch(line -> line.matches(PREDICTION));
  }

  private List<String> run(String program, String... arguments) throws Exception {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("--class-path", System.getProperty("java.class.path")));
    words.add(source(program).toString());
    words.addAll(List.of(arguments));
    return new Java(folder).run(words);
  }

  /** A program of the page, by class name, as a file. */
  private Path source(String name) throws IOException {
    String source =
        JAVA_BLOCK
            .matcher(Files.readString(PAGE))
            .results()
            .map(block -> block.group(1))
            .filter(block -> block.contains("public class " + name + " "))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no java block with " + name + " in " + PAGE));
    return Files.writeString(folder.resolve(name + ".java"), source);
  }
}
