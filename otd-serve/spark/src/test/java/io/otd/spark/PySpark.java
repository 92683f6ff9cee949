// SPDX-License-Identifier: Apache-2.0
package io.otd.spark;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The Spark inside the Python package.
 *
 * @param python the interpreter: that of {@code OTD_PYTHON}, or the first on the path
 * @param home folder of the package, with bin and jars; empty without it
 * @param version of Spark; {@code none} without it
 */
public record PySpark(String python, Path home, String version) {
  private static final String ASK =
      "import os, pyspark%s; print(pyspark.__version__); print(os.path.dirname(pyspark.__file__))";

  /** Finds it. */
  public static PySpark find(Path folder) throws IOException, InterruptedException {
    return find(folder, Optional.ofNullable(System.getenv("OTD_PYTHON")).orElse("python3"), "");
  }

  private static PySpark find(Path folder, String python, String module)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "python", ".log");
    try {
      int exit =
          new ProcessBuilder(python, "-c", ASK.formatted(module))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start()
              .waitFor();
      List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
      return exit == 0
          ? new PySpark(python, Path.of(lines.get(1)), lines.get(0))
          : new PySpark(python, Path.of(""), "none");
    } catch (IOException e) {
      return new PySpark(python, Path.of(""), "none");
    }
  }

  /** Finds it; without it, the test is skipped. */
  public static PySpark require(Path folder) throws IOException, InterruptedException {
    PySpark spark = find(folder);
    assumeFalse(spark.version().equals("none"), "no pyspark for OTD_PYTHON or python3");
    return spark;
  }

  /**
   * Finds it with what a client of Spark Connect needs, in {@code OTD_CONNECT_PYTHON} or where
   * {@link #find} looks; without it, the test is skipped.
   */
  public static PySpark requireConnect(Path folder) throws IOException, InterruptedException {
    String python =
        Optional.ofNullable(System.getenv("OTD_CONNECT_PYTHON"))
            .or(() -> Optional.ofNullable(System.getenv("OTD_PYTHON")))
            .orElse("python3");
    PySpark spark = find(folder, python, ", pyspark.sql.connect.session");
    assumeFalse(
        spark.version().equals("none"),
        "no pyspark[connect] for OTD_CONNECT_PYTHON, OTD_PYTHON or python3");
    return spark;
  }

  /** A command from its folder bin, restricted to the loopback interface. */
  public ProcessBuilder command(String name, List<String> arguments) {
    List<String> all = new java.util.ArrayList<>(List.of(home.resolve("bin/" + name).toString()));
    all.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
    builder.environment().put("SPARK_HOME", home.toString());
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    // All JVMs of these tests are short-lived: see the POM.
    builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    builder.environment().put("PYSPARK_PYTHON", python);
    builder.environment().put("PYSPARK_DRIVER_PYTHON", python);
    return builder;
  }
}
