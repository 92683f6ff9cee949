// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.spark.PySpark;
import io.otd.spark.SubmittedJob;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.ml.Estimator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Estimator and model in Python, over a server of Spark Connect in its own process. Both come from
 * the Python package {@code pyspark[connect]}; without it the test is skipped.
 */
class SparkConnectTest {
  private static final String SERVER = "org.apache.spark.sql.connect.service.SparkConnectServer";

  @TempDir Path folder;

  @Test
  void spark_connect_finds_the_estimator_among_the_services() {
    assertThat(ServiceLoader.load(Estimator.class).stream().map(ServiceLoader.Provider::type))
        .contains(OtdEstimator.class);
  }

  @Test
  @Tag("long")
  @Timeout(600)
  void a_client_trains_predicts_saves_and_loads() throws Exception {
    PySpark spark = PySpark.requireConnect(folder);
    SubmittedJob server = SubmittedJob.start(server(spark), folder.resolve("server.log"));
    try {
      String port = server.waitForLine("Spark Connect server started at: \\S+:(\\d+)");
      SubmittedJob client = SubmittedJob.start(client(spark, port), folder.resolve("client.log"));
      assertThat(client.waitFor()).as(client.output()).isZero();
      assertThat(client.output())
          .contains(
              "EXPORT the same predictions",
              "MODEL the same after saving",
              "PIPELINE the same after saving, and after training again",
              "EVALUATE evaluate: Spark Connect",
              "REFUSED True",
              "REFUSED True");
    } finally {
      server.process().descendants().forEach(ProcessHandle::destroyForcibly);
      server.process().destroyForcibly().waitFor();
    }
  }

  private ProcessBuilder server(PySpark spark) throws IOException {
    return spark.command(
        "spark-submit",
        List.of(
            "--class",
            SERVER,
            "--master",
            "local[2]",
            "--conf",
            "spark.ui.enabled=false",
            "--conf",
            "spark.connect.grpc.binding.address=127.0.0.1",
            "--conf",
            "spark.connect.grpc.binding.port=0",
            "--driver-class-path",
            withoutThatOfSpark(spark.home().resolve("jars")),
            "spark-internal"));
  }

  /** The class path of this module, without what is in the folder of Spark. */
  private static String withoutThatOfSpark(Path jars) throws IOException {
    Set<String> ofSpark;
    try (Stream<Path> files = Files.list(jars)) {
      ofSpark = files.map(SparkConnectTest::artifact).collect(Collectors.toSet());
    }
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(
            entry -> !entry.matches(".*(-tests[.]jar|test-classes/?)")) // with a log of their own
        .filter(entry -> !ofSpark.contains(artifact(Path.of(entry))))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** The name of a jar without its version. */
  private static String artifact(Path jar) {
    return jar.getFileName().toString().replaceFirst("-[0-9].*", "");
  }

  private ProcessBuilder client(PySpark spark, String port) {
    ProcessBuilder builder =
        new ProcessBuilder(
                spark.python(),
                "src/test/python/connect.py",
                "sc://127.0.0.1:" + port,
                folder.toString())
            .redirectErrorStream(true);
    builder.environment().put("PYTHONPATH", Path.of("../python").toAbsolutePath().toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    return builder;
  }
}
