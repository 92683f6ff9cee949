// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** What the libraries are on Java's module path. */
class ModuleNamesTest {
  private static final Path TOP = Path.of("..").toAbsolutePath().normalize();
  private static final XPath XPATH = XPathFactory.newInstance().newXPath();

  @Test
  void a_module_is_named_after_its_artifact() throws Exception {
    for (String folder : libraries()) {
      Document pom = pom(TOP.resolve(folder));
      String artifact = XPATH.evaluate("/project/artifactId", pom);
      assertThat(XPATH.evaluate("/project/properties/module.name", pom))
          .as(folder)
          .isEqualTo(artifact.replaceFirst("^otd-", "io.otd.").replace('-', '.'));
    }
  }

  /** Java refuses to start with a package that is in two modules. */
  @Test
  void no_package_is_in_two_libraries() throws Exception {
    Map<String, Set<String>> places = new TreeMap<>();
    for (String folder : libraries()) {
      Path classes = TOP.resolve(folder).resolve("target/classes");
      try (Stream<Path> files = Files.walk(classes)) {
        files
            .filter(file -> file.toString().endsWith(".class"))
            .map(file -> classes.relativize(file.getParent()).toString())
            .forEach(p -> places.computeIfAbsent(p, any -> new TreeSet<>()).add(folder));
      }
    }
    assertThat(places).hasSizeGreaterThan(50).allSatisfy((p, in) -> assertThat(in).hasSize(1));
  }

  private static List<String> libraries() throws Exception {
    NodeList modules =
        (NodeList) XPATH.evaluate("/project/modules/module", pom(TOP), XPathConstants.NODESET);
    List<String> folders =
        Stream.iterate(0, i -> i < modules.getLength(), i -> i + 1)
            .map(i -> modules.item(i).getTextContent())
            .filter(folder -> !Set.of("otd-core/bom", "tests").contains(folder))
            .toList();
    assertThat(folders).hasSizeGreaterThan(10);
    return folders;
  }

  private static Document pom(Path folder) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(folder.resolve("pom.xml").toFile());
  }
}
