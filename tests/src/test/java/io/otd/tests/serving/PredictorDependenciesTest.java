// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.NodeList;

/** The dependencies of a service that uses a predictor, as resolved by Maven. */
class PredictorDependenciesTest {
  private static final Path TOP = Path.of("..").toAbsolutePath().normalize();

  @Test
  void the_predictor_has_exactly_the_expected_dependencies() throws IOException {
    assertThat(names(Java.embedding()))
        .containsExactlyInAnyOrder(
            "otd-serve/predict",
            "otd-serve/api",
            "otd-core/schema",
            "tensorflow-core-native",
            "tensorflow-core-native, native library",
            "javacpp",
            "jna",
            "protobuf-java",
            "jackson-databind",
            "jackson-core",
            "jackson-annotations",
            "jspecify");
  }

  @Test
  void the_light_predictor_has_exactly_the_expected_dependencies() throws IOException {
    assertThat(names(Java.light()))
        .containsExactlyInAnyOrder(
            "otd-serve/light",
            "otd-serve/api",
            "otd-core/schema",
            "jackson-annotations",
            "jspecify");
  }

  /** The transitive dependencies of its POM: neither optional, nor provided, nor for tests. */
  @Test
  void the_spring_boot_starter_depends_only_on_the_light_predictor() throws Exception {
    Path pom = TOP.resolve("otd-serve/spring-boot/pom.xml");
    NodeList dependencies =
        (NodeList)
            XPathFactory.newInstance()
                .newXPath()
                .evaluate(
                    "/project/dependencies/dependency[not(optional='true')"
                        + " and not(scope='provided') and not(scope='test')]/artifactId",
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile()),
                    XPathConstants.NODESET);
    assertThat(dependencies.getLength()).isEqualTo(1);
    assertThat(dependencies.item(0).getTextContent()).isEqualTo("otd-light");
  }

  private static List<String> names(String classPath) {
    return Arrays.stream(classPath.split(System.getProperty("path.separator")))
        .map(Path::of)
        .map(PredictorDependenciesTest::name)
        .toList();
  }

  /** The folder of a module of this build, or the jar name without its version. */
  private static String name(Path place) {
    if (place.endsWith("classes")) {
      return TOP.relativize(place).getParent().getParent().toString();
    }
    String jar = place.getFileName().toString();
    String artifact = jar.replaceFirst("-[0-9].*", "");
    if (place.startsWith(TOP)) {
      return TOP.relativize(place).getParent().getParent().toString();
    }
    boolean isNative = jar.matches(".*-(linux|macosx|windows)-[a-z0-9_-]+[.]jar");
    return isNative ? artifact + ", native library" : artifact;
  }
}
