// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.List;
import org.junit.jupiter.api.Test;

class SparkCommandTest {
  @Test
  void sends_only_the_jars_needed_for_training_that_spark_lacks() {
    String classPath =
        String.join(
            File.pathSeparator,
            List.of(
                "/lib/otd-train-1.0.jar",
                "/lib/otd-train-spark-1.0.jar",
                "/lib/otd-core-1.0.jar",
                "/lib/otd-server-1.0.jar",
                "/lib/tensorflow-core-native-1.1.0-linux-x86_64.jar",
                "/lib/jackson-databind-2.21.0.jar",
                "/lib/netty-common-4.2.7.Final.jar",
                "/lib/protobuf-java-3.25.8.jar",
                "/lib/protobuf-java-util-3.25.8.jar"));
    assertThat(SparkCommand.sent(classPath))
        .extracting(jar -> jar.getFileName().toString())
        .containsExactly(
            "otd-train-1.0.jar",
            "otd-train-spark-1.0.jar",
            "otd-core-1.0.jar",
            "tensorflow-core-native-1.1.0-linux-x86_64.jar",
            "protobuf-java-3.25.8.jar");
  }

  @Test
  void ignores_lines_that_are_not_answers() {
    assertThat(DispatcherAnswer.of("WARN something")).isEmpty();
    DispatcherAnswer lost =
        new DispatcherAnswer(DispatcherAnswer.Kind.LOST, "/runs/network-1", "a\nb");
    assertThat(DispatcherAnswer.of(lost.line()))
        .contains(new DispatcherAnswer(DispatcherAnswer.Kind.LOST, "/runs/network-1", "a b"));
  }
}
