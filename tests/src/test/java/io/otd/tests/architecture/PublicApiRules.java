// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.ArchTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The API for programs. Every package of a library without {@code internal} in its name is public
 * API: a type added there is documented and is not removed. The server, the experiments and the
 * command line promise protocols and commands, not types.
 */
final class PublicApiRules {
  private static final Path LISTS = Path.of("src/test/resources/io/otd/tests/architecture");

  /** {@code io.otd.serve} itself is the predictor, its other packages are the server. */
  private static final List<String> APPLICATIONS =
      List.of("io.otd.paper", "io.otd.app", "io.otd.serve.");

  @ArchTest
  static void public_types_match_the_list(JavaClasses classes) throws IOException {
    assertThat(promised(classes).map(JavaClass::getName).collect(sorted()))
        .containsExactlyElementsOf(lines("public-types.txt"));
  }

  /** For the other modules of OTD. Each is technical debt: the list may only get shorter. */
  @ArchTest
  static void internal_types_exposed_by_the_api_match_the_list(JavaClasses classes)
      throws IOException {
    Set<String> promised = promised(classes).map(JavaClass::getName).collect(sorted());
    assertThat(
            promised(classes)
                .flatMap(
                    type ->
                        type.getCodeUnits().stream()
                            .filter(PublicApiRules::visible)
                            .flatMap(PublicApiRules::shown)
                            .map(JavaClass::getBaseComponentType)
                            .filter(other -> other.getName().startsWith("io.otd."))
                            .filter(other -> !promised.contains(other.getName()))
                            .map(other -> type.getName() + " shows " + other.getName()))
                .collect(sorted()))
        .containsExactlyElementsOf(lines("shown-internal-types.txt"));
  }

  private static Stream<JavaClass> promised(JavaClasses classes) {
    return classes.stream()
        .filter(type -> !type.getPackageName().contains(".internal"))
        .filter(type -> APPLICATIONS.stream().noneMatch(type.getPackageName()::startsWith))
        .filter(PublicApiRules::visibleFromOutside)
        .filter(type -> !type.getSimpleName().isEmpty());
  }

  private static boolean visibleFromOutside(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass().map(PublicApiRules::visibleFromOutside).orElse(true);
  }

  private static boolean visible(JavaMember member) {
    return (member.getModifiers().contains(JavaModifier.PUBLIC)
            || member.getModifiers().contains(JavaModifier.PROTECTED))
        && !member.getModifiers().contains(JavaModifier.SYNTHETIC);
  }

  /** In its signature, type arguments included. */
  private static Stream<JavaClass> shown(JavaCodeUnit unit) {
    return Stream.concat(
        unit.getReturnType().getAllInvolvedRawTypes().stream(),
        unit.getParameterTypes().stream().flatMap(p -> p.getAllInvolvedRawTypes().stream()));
  }

  private static List<String> lines(String name) throws IOException {
    return Files.readAllLines(LISTS.resolve(name));
  }

  private static java.util.stream.Collector<String, ?, Set<String>> sorted() {
    return Collectors.toCollection(TreeSet::new);
  }
}
