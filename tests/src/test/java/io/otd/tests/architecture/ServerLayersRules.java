// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/** The packages of the server, from the bottom up: each uses only those before it. */
final class ServerLayersRules {
  private static final List<String> ORDER =
      List.of(
          "io.otd.serve.internal.settings",
          "io.otd.serve.settings",
          "io.otd.serve.internal.parallel",
          "io.otd.serve.internal.tensor",
          "io.otd.serve.internal.status",
          "io.otd.serve.internal.inspection",
          "io.otd.serve.internal.servable",
          "io.otd.serve.internal.batching",
          "io.otd.serve.internal.lifecycle",
          "io.otd.serve",
          "io.otd.serve.light",
          "io.otd.serve.registry",
          "io.otd.serve.inference",
          "io.otd.serve.telemetry",
          "io.otd.serve.otlp",
          "io.otd.serve.openinference",
          "io.otd.serve.adapt",
          "io.otd.serve.json",
          "io.otd.serve.json.reply",
          "io.otd.serve.drift",
          "io.otd.serve.rest",
          "io.otd.serve.monitor",
          "io.otd.serve.page",
          "io.otd.serve.grpc",
          "io.otd.serve.security",
          "io.otd.serve.server");

  @ArchTest
  static void a_package_uses_those_before_it_alone(JavaClasses all) {
    for (int i = 0; i < ORDER.size() - 1; i++) {
      String[] later = ORDER.subList(i + 1, ORDER.size()).toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(ORDER.get(i))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(later)
          .check(all);
    }
  }

  @ArchTest
  static final ArchRule only_the_class_that_connects_the_monitor_knows_it =
      noClasses()
          .that()
          .resideInAPackage("io.otd.serve..")
          .and()
          .resideOutsideOfPackage("io.otd.serve.monitor")
          .and()
          .doNotHaveFullyQualifiedName("io.otd.serve.server.OtdServer")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.otd.serve.monitor");

  @ArchTest
  static void every_package_has_its_place(JavaClasses all) {
    classes()
        .that()
        .resideInAPackage("io.otd.serve..")
        .should()
        .resideInAnyPackage(ORDER.toArray(String[]::new))
        .check(all);
  }
}
