// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.BriefJvm;
import io.otd.tests.serving.Java;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The code blocks of docs/training-from-java.md, in order, as one program. */
@Timeout(600)
class TrainingFromJavaTest {
  private static final Path PAGE = Path.of("..", "docs", "training-from-java.md");
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @TempDir Path root;

  @Test
  @Tag("long")
  void the_code_on_the_page_compiles_and_runs_from_top_to_bottom() throws Exception {
    List<String> blocks =
        BLOCK.matcher(Files.readString(PAGE)).results().map(block -> block.group(1)).toList();
    assertThat(blocks).hasSizeGreaterThan(10);
    String classPath = System.getProperty("java.class.path");
    Path source = Files.writeString(root.resolve("Tour.java"), program(blocks));
    Path classes = new Java(root).compile(classPath, List.of(source));
    Path here = Files.createDirectory(root.resolve("here"));
    Parcels.first(400, here.resolve("parcels.csv"));
    List<String> said = run(here, Java.classPath(List.of(classes.toString(), classPath)));
    assertThat(said)
        .anyMatch(line -> line.startsWith("energy score "))
        .anyMatch(line -> line.contains("did you mean \"training.steps\"?"))
        .anyMatch(line -> line.startsWith("stopped: true after "))
        .anyMatch(line -> line.startsWith("fold-2: "))
        .contains("true", "[minutes, weight_kg]")
        .anyMatch(line -> line.contains("expected: finite"));
    assertThat(here.resolve("export/1/saved_model.pb")).exists();
    assertThat(here.resolve("runs/parcels-0/report.html")).exists();
  }

  /** The first block has the imports, the others are statements. */
  private static String program(List<String> blocks) {
    return blocks.get(0)
        + "public class Tour {\n  public static void main(String[] args) throws Exception {\n"
        + String.join("\n", blocks.subList(1, blocks.size()))
        + "  }\n}\n";
  }

  private static List<String> run(Path folder, String classPath)
      throws IOException, InterruptedException {
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(BriefJvm.command(List.of("-cp", classPath, "Tour")))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(process.waitFor(9, TimeUnit.MINUTES)).isTrue();
    String said = Files.readString(log, StandardCharsets.UTF_8);
    assertThat(process.exitValue()).as(said).isZero();
    return said.lines().toList();
  }
}
