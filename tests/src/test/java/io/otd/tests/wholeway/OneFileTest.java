// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.tests.serving.Java;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example of one file, as Java runs it, and the lines for jshell on its page. */
@Timeout(600)
@Tag("long")
class OneFileTest {
  private static final Path EXAMPLE = Path.of("..", "docs", "examples", "one-file");
  private static final Pattern LINES = Pattern.compile("```text\n(.*?)```", Pattern.DOTALL);

  @TempDir Path root;

  @Test
  void the_file_trains_and_predicts_and_jshell_asks_what_it_exported() throws Exception {
    String classPath = System.getProperty("java.class.path");
    Path models = root.resolve("models");
    List<String> said =
        new Java(root)
            .run(
                List.of(
                    "--class-path",
                    classPath,
                    EXAMPLE.resolve("Parcels.java").toString(),
                    models.toString()));
    assertThat(said.get(said.size() - 1)).matches("[0-9.]+ minutes, 90 % in \\[.*]");
    Matcher lines = LINES.matcher(Files.readString(EXAMPLE.resolve("README.md")));
    assertThat(lines.find()).isTrue();
    try (JShell shell = JShell.builder().executionEngine("local").build()) {
      shell.addToClasspath(classPath);
      String imports = "import java.nio.file.*\nimport java.util.*\n"; // those of the tool
      for (String line : (imports + lines.group(1)).lines().toList()) {
        String here = line.replace("Path.of(\"models\")", "Path.of(\"" + models + "\")");
        assertThat(shell.eval(here + ";")).as(line).isNotEmpty().allMatch(OneFileTest::isDone);
      }
    }
  }

  private static boolean isDone(SnippetEvent event) {
    return event.status() == Snippet.Status.VALID && event.exception() == null;
  }
}
