// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.trained.TestModels;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.tests.serving.Java;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program with a module descriptor, with all that it needs on the module path. */
@Timeout(300)
@Tag("jdk")
@Tag("long")
class ModulePathTest {
  private static final Path TOP = Path.of("..").toAbsolutePath().normalize();
  private static final TestModels FIXTURE = TestModels.MIXED;

  @TempDir Path root;

  @ParameterizedTest
  @CsvSource({
    "io.otd.predict, io.otd.serve.OtdPredictor",
    "io.otd.light, io.otd.light.LightPredictor"
  })
  void a_modular_program_predicts_as_one_on_the_class_path_does(String module, String predictor)
      throws Exception {
    Path base = root.resolve("models");
    SavedModelExporter.export(
        FIXTURE.model(), base, ExportOptions.DEFAULT.withBank(8).withVersion(1));
    String classPath = module.equals("io.otd.light") ? Java.light() : Java.embedding();
    Path program = program(predictor);
    Path descriptor =
        Files.writeString(
            root.resolve("module-info.java"),
            "module com.example { requires %s; requires io.otd.predict.api; }".formatted(module));
    Java java = new Java(root);
    Path plain = java.compile(classPath, List.of(program));
    String modulePath = modules(classPath);
    Path modular = java.compile("", List.of(program, descriptor), "--module-path", modulePath);
    List<String> arguments = arguments(base);
    assertThat(
            run(
                java,
                arguments,
                "--module-path",
                Java.classPath(List.of(modular.toString(), modulePath)),
                "--add-modules", // Jackson has a descriptor, and only the predictor asks for it.
                "ALL-MODULE-PATH",
                "--module",
                "com.example/com.example.Program"))
        .isNotEmpty()
        .isEqualTo(
            run(
                java,
                arguments,
                "--class-path",
                Java.classPath(List.of(plain.toString(), classPath)),
                "com.example.Program"));
  }

  private static List<String> run(Java java, List<String> arguments, String... start)
      throws Exception {
    List<String> all = new ArrayList<>(List.of(start));
    all.addAll(arguments);
    // Newer JDKs warn of native code, by the name of its module.
    return java.run(all).stream()
        .filter(line -> !line.isEmpty() && !line.startsWith("WARNING:"))
        .toList();
  }

  /** A folder of models, and the cells of a row. */
  private static List<String> arguments(Path models) {
    List<String> arguments = new ArrayList<>(List.of(models.toString()));
    FIXTURE.named(1).get(0).forEach((column, cell) -> arguments.add(column + "=" + cell));
    return arguments;
  }

  private Path program(String predictor) throws IOException {
    return Files.writeString(
        root.resolve("Program.java"),
        """
        package com.example;

        import io.otd.predict.Prediction;
        import io.otd.predict.Predictor;
        import java.nio.file.Path;
        import java.util.HashMap;
        import java.util.Map;

        public final class Program {
          public static void main(String[] arguments) throws Exception {
            try (Predictor model = %s.open(Path.of(arguments[0]))) {
              Map<String, Object> row = new HashMap<>();
              for (int i = 1; i < arguments.length; i++) {
                String[] cell = arguments[i].split("=", 2);
                row.put(cell[0], cell[1].matches("-?[0-9.E-]+") ? Double.valueOf(cell[1]) : cell[1]);
              }
              Prediction prediction = model.predict(row);
              System.out.println(prediction);
            }
          }
        }
        """
            .formatted(predictor));
  }

  /** The same libraries, each of ours as the jar that is published, as far as Java looks at it. */
  private String modules(String classPath) throws Exception {
    List<String> places = new ArrayList<>();
    for (String place : classPath.split(File.pathSeparator, -1)) {
      Path target = Path.of(place).getParent();
      places.add(target.startsWith(TOP) ? named(target).toString() : place);
    }
    return Java.classPath(places);
  }

  private Path named(Path target) throws Exception {
    String name =
        XPathFactory.newInstance()
            .newXPath()
            .evaluate(
                "/project/properties/module.name",
                DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(target.resolveSibling("pom.xml").toFile()));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(new Attributes.Name("Automatic-Module-Name"), name);
    Path jar = root.resolve(name + ".jar");
    Path classes = target.resolve("classes");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, entries);
      }
    }
    return jar;
  }
}
