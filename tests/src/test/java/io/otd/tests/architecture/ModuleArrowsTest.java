package io.otd.tests.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** {@code train -> export -> core <- serve}, and no cycle anywhere. */
@AnalyzeClasses(packages = "io.otd", importOptions = ProductClasses.class)
final class ModuleArrowsTest {
  @ArchTest
  static final ArchRule every_class_belongs_to_a_module =
      classes()
          .should()
          .resideInAnyPackage(
              "io.otd.core..", "io.otd.export..", "io.otd.serve..", "io.otd.train..");

  @ArchTest
  static final ArchRule core_uses_no_other_module =
      noClasses()
          .that()
          .resideInAPackage("io.otd.core..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.otd.export..", "io.otd.serve..", "io.otd.train..");

  @ArchTest
  static final ArchRule export_uses_core_alone =
      noClasses()
          .that()
          .resideInAPackage("io.otd.export..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.otd.serve..", "io.otd.train..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule serve_uses_core_alone =
      noClasses()
          .that()
          .resideInAPackage("io.otd.serve..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.otd.export..", "io.otd.train..")
          .allowEmptyShould(true);

  /** The commands and the benchmark of serving. */
  @ArchTest
  static final ArchRule only_these_places_of_train_use_serve =
      noClasses()
          .that()
          .resideInAPackage("io.otd.train..")
          .and()
          .resideOutsideOfPackages("io.otd.train.cli..", "io.otd.train.bench..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.otd.serve..");

  @ArchTest
  static final ArchRule packages_form_no_cycle =
      slices().matching("io.otd.(**)").should().beFreeOfCycles();
}
