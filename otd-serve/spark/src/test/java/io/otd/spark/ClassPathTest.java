// SPDX-License-Identifier: Apache-2.0
package io.otd.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The dependencies of otd-spark that a cluster gets, as resolved by Maven, beside those of Spark.
 */
class ClassPathTest {
  @Test
  void the_runtime_class_path_has_no_jars_provided_by_spark() throws IOException {
    Set<String> all = names(Path.of("target/runtime-classpath.txt"));
    all.removeAll(TENSORFLOW);
    assertThat(all)
        .containsExactlyInAnyOrder("otd-light", "otd-predict-api", "otd-schema", "jspecify");
  }

  /** Those of the optional otd-predict, which come with the engine tensorflow only. */
  private static final Set<String> TENSORFLOW =
      Set.of(
          "otd-predict",
          "tensorflow-core-native",
          "javacpp",
          "jna",
          "protobuf-java",
          "jackson-databind",
          "jackson-core");

  private static Set<String> names(Path file) throws IOException {
    return Arrays.stream(Files.readString(file).strip().split(File.pathSeparator))
        .map(Path::of)
        .map(ClassPathTest::artifact)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A module that is built here may be a folder of classes. */
  private static String artifact(Path place) {
    String name = place.getFileName().toString();
    if (!name.endsWith(".jar")) {
      String module = place.getParent().getParent().getFileName().toString();
      return module.equals("api") ? "otd-predict-api" : "otd-" + module;
    }
    return name.replaceFirst("-[0-9].*", "");
  }
}
