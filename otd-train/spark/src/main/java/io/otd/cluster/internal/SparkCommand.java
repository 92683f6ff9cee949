// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal;

import io.otd.table.problem.InputException;
import io.otd.train.internal.cluster.ClusterRequest;
import io.otd.train.internal.platform.NativeFlags;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The command that starts {@link NetworkDispatcher}: {@code spark-submit}, so that Spark's own
 * configuration applies; or {@code java}, in a program that has Spark on its class path.
 */
final class SparkCommand {
  private static final String SUBMIT = "spark-submit";
  private static final String SPARK = "org/apache/spark/SparkContext.class";

  /** The jars of the class path that training needs and Spark does not have. */
  private static final Pattern SENT =
      Pattern.compile(
          "(otd-(train|train-spark|core|schema|tables)|tensorflow-.*|ndarray|javacpp|protobuf-java"
              + "|jna|jspecify|commons-(statistics|numbers|rng)-.*|JTransforms|JLargeArrays)-[0-9].*[.]jar");

  /**
   * The packages of the JDK that Spark's own scripts open, as listed in its {@code
   * JavaModuleOptions}.
   */
  private static final List<String> OPENED =
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.invoke",
          "java.base/java.lang.reflect",
          "java.base/java.io",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/jdk.internal.ref",
          "java.base/sun.nio.ch",
          "java.base/sun.nio.cs",
          "java.base/sun.security.action",
          "java.base/sun.util.calendar");

  private SparkCommand() {}

  /**
   * The command.
   *
   * @param request what it is for
   * @throws InputException if there is no Spark
   */
  static ProcessBuilder of(ClusterRequest request, Map<String, String> environment) {
    String path = System.getProperty("java.class.path");
    boolean within = SparkCommand.class.getClassLoader().getResource(SPARK) != null;
    ProcessBuilder command =
        new ProcessBuilder(
            deafToInterrupts(within ? java(request, path) : submit(request, path, environment)));
    Map<String, String> variables = command.environment();
    variables.putIfAbsent("JAVA_HOME", System.getProperty("java.home"));
    variables(request.flags()).forEach(variables::put);
    return command;
  }

  /** Ctrl-C reaches all processes of a terminal; this one ends when the networks have stopped. */
  private static List<String> deafToInterrupts(List<String> command) {
    List<String> all = new ArrayList<>(List.of("sh", "-c", "trap '' INT; exec \"$0\" \"$@\""));
    all.addAll(command);
    return all;
  }

  private static List<String> java(ClusterRequest request, String classPath) {
    List<String> all =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    OPENED.forEach(opened -> all.add("--add-opens=" + opened + "=ALL-UNNAMED"));
    all.add("-Dspark.master=" + request.address());
    request.settings().forEach(setting -> all.add("-D" + setting));
    all.addAll(List.of("-cp", classPath, NetworkDispatcher.class.getName()));
    return all;
  }

  private static List<String> submit(
      ClusterRequest request, String classPath, Map<String, String> environment) {
    List<Path> jars = sent(classPath);
    Path own =
        jars.stream()
            .filter(jar -> jar.getFileName().toString().startsWith("otd-train-spark-"))
            .findFirst()
            .orElseThrow(
                () ->
                    new InputException("class path: no otd-train-spark in it (expected: its jar)"));
    List<String> all = new ArrayList<>(List.of(script(environment)));
    all.addAll(List.of("--master", request.address(), "--deploy-mode", "client", "--name", "otd"));
    variables(request.flags())
        .forEach((k, v) -> all.addAll(List.of("--conf", "spark.executorEnv." + k + "=" + v)));
    request.settings().forEach(setting -> all.addAll(List.of("--conf", setting)));
    all.add("--jars");
    all.add(String.join(",", jars.stream().map(Path::toString).toList()));
    all.addAll(List.of("--class", NetworkDispatcher.class.getName(), own.toString()));
    return all;
  }

  /** The flags in force here: the same compiler with other options gives different last digits. */
  private static Map<String, String> variables(String flags) {
    String name = NativeFlags.XLA_FLAGS + "=";
    return flags.startsWith(name)
        ? Map.of(NativeFlags.XLA_FLAGS, flags.substring(name.length()), "TF_CPP_MIN_LOG_LEVEL", "3")
        : Map.of();
  }

  private static String script(Map<String, String> environment) {
    Optional<String> home = Optional.ofNullable(environment.get("SPARK_HOME"));
    Stream<Path> places =
        home.isPresent()
            ? Stream.of(Path.of(home.get(), "bin"))
            : Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .map(Path::of);
    return places
        .map(place -> place.resolve(SUBMIT))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Path::toString)
        .orElseThrow(
            () ->
                new InputException(
                    "--spark: no spark-submit %s (expected: SPARK_HOME, the directory of Spark, or spark-submit on the path)"
                        .formatted(home.map(h -> "in " + h + "/bin").orElse("on the path"))));
  }

  /** The files sent to the machines of the cluster. */
  static List<Path> sent(String classPath) {
    return Arrays.stream(classPath.split(File.pathSeparator))
        .map(Path::of)
        .filter(jar -> SENT.matcher(jar.getFileName().toString()).matches())
        .map(Path::toAbsolutePath)
        .toList();
  }
}
