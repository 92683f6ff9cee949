// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.BriefJvm;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Programs as users might write them, compiled and run in a separate JVM.
 *
 * @param folder for classes and output
 */
public record Java(Path folder) {
  /** The class path of a service that depends on otd-predict. */
  public static String embedding() throws IOException {
    return with("otd-serve/predict");
  }

  /** The class path of a service that depends on otd-light. */
  public static String light() throws IOException {
    return with("otd-serve/light");
  }

  private static String with(String module) throws IOException {
    Path target = Path.of("..").toAbsolutePath().normalize().resolve(module).resolve("target");
    return classPath(
        List.of(
            target.resolve("classes").toString(),
            Files.readString(target.resolve("runtime-classpath.txt"))));
  }

  /** Joins entries into a class path. */
  public static String classPath(List<String> places) {
    return String.join(System.getProperty("path.separator"), places);
  }

  /** The Java files under a folder. */
  public static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
      assertThat(sources).as("Java files under " + folder).isNotEmpty();
      return sources;
    }
  }

  /**
   * Compiles.
   *
   * @return the folder of the classes
   */
  public Path compile(String classPath, List<Path> sources, String... options) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Path classes = Files.createTempDirectory(folder, "classes");
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(
        List.of("--release", "17", "-proc:none", "-cp", classPath, "-d", classes.toString()));
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean done =
          compiler
              .getTask(said, files, null, all, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(done).as(said.toString()).isTrue();
    }
    return classes;
  }

  /**
   * Starts a JVM; the caller ends it or waits for its end.
   *
   * @param log receives its output
   * @param arguments options, class and arguments
   */
  public static Process start(Path log, List<String> arguments) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(BriefJvm.command(arguments))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().remove("TF_CPP_MIN_LOG_LEVEL"); // set for the tests, not by a user
    return builder.start();
  }

  /**
   * Runs a JVM that has to succeed.
   *
   * @param arguments options, class and arguments
   * @return the lines of its output
   */
  public List<String> run(List<String> arguments) throws IOException, InterruptedException {
    Path log = Files.createTempFile(folder, "java", ".log");
    int exit = start(log, arguments).waitFor();
    assertThat(exit).as(Files.readString(log)).isZero();
    return Files.readAllLines(log);
  }
}
