// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.NullMarked;

/** How classes and packages are shaped and named. */
final class FormRules {
  @ArchTest
  static final ArchRule a_class_is_abstract_or_final =
      classes()
          .that(areOrdinary())
          .should()
          .haveModifier(JavaModifier.FINAL)
          .orShould()
          .haveModifier(JavaModifier.ABSTRACT);

  @ArchTest
  static final ArchRule nothing_is_named_for_having_no_concept =
      noClasses()
          .should()
          .resideInAnyPackage("..util..", "..utils..", "..common..", "..helper..", "..manager..")
          .orShould()
          .haveNameMatching(".*(Util|Utils|Helper|Helpers|Manager|Common)");

  /** The Spark application is a process too, and talks to the command line through its output. */
  @ArchTest
  static final ArchRule only_the_command_line_prints_and_exits =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.otd.app..", "io.otd.cluster..")
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err")
          .orShould()
          .callMethod(System.class, "exit", int.class)
          .orShould()
          .callMethod(Throwable.class, "printStackTrace");

  @ArchTest
  static void every_package_is_null_marked(JavaClasses classes) {
    Set<String> unmarked = new TreeSet<>();
    for (JavaClass type : classes) {
      if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
        unmarked.add(type.getPackageName());
      }
    }
    Assertions.assertThat(unmarked).as("packages without @NullMarked").isEmpty();
  }

  @ArchTest
  static void no_two_classes_have_the_same_simple_name(JavaClasses classes) {
    Map<String, Set<String>> packages = new TreeMap<>();
    for (JavaClass type : classes) {
      if (type.isTopLevelClass() && !type.getSimpleName().equals("package-info")) {
        packages
            .computeIfAbsent(type.getSimpleName(), name -> new TreeSet<>())
            .add(type.getPackageName());
      }
    }
    packages.values().removeIf(of -> of.size() == 1);
    Assertions.assertThat(packages).as("simple names of several classes").isEmpty();
  }

  private static DescribedPredicate<JavaClass> areOrdinary() {
    return DescribedPredicate.describe(
        "are neither interfaces nor enums nor annotations nor anonymous",
        c -> !c.isInterface() && !c.isEnum() && !c.isAnnotation() && !c.isAnonymousClass());
  }
}
