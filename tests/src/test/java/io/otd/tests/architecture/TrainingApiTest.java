// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What programs are written against. A type that is added here is promised: it is named, documented
 * in docs/training-from-java.md, and not taken away again.
 */
class TrainingApiTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter().withImportOption(new ProductClasses()).importPackages("io.otd.train");

  @Test
  void the_public_types_of_the_training_api_are_these() {
    assertThat(publicTypes().map(JavaClass::getSimpleName).collect(sorted()))
        .containsExactly(
            "CrossValidationScores",
            "FittedModel",
            "Kind",
            "Otd",
            "OtdBuilder",
            "Predictions",
            "Progress",
            "RunFolder",
            "RunPlan",
            "Scores",
            "SearchOptions",
            "SearchResult");
  }

  @Test
  void the_types_of_other_packages_that_the_training_api_shows_are_these() {
    assertThat(
            publicTypes()
                .flatMap(type -> type.getCodeUnits().stream())
                .filter(unit -> unit.getModifiers().contains(JavaModifier.PUBLIC))
                .flatMap(TrainingApiTest::shown)
                .map(JavaClass::getBaseComponentType)
                .filter(type -> type.getPackageName().startsWith("io.otd."))
                .filter(type -> !type.getPackageName().equals("io.otd.train"))
                .map(JavaClass::getName)
                .collect(sorted()))
        .containsExactly(
            "io.otd.core.metrics.Draws",
            "io.otd.core.trained.TrainedModel",
            "io.otd.export.ExportOptions",
            "io.otd.predict.Interval",
            "io.otd.table.Table",
            "io.otd.train.fit.PreparedTable",
            "io.otd.train.progress.TrainingListener",
            "io.otd.train.progress.TrainingOutcome",
            "io.otd.train.result.PredictionScores",
            "io.otd.train.settings.Method",
            "io.otd.train.settings.Settings",
            "io.otd.train.tuning.Search",
            "io.otd.train.tuning.SearchSpace");
  }

  private static Stream<JavaClass> publicTypes() {
    return CLASSES.stream()
        .filter(type -> type.getPackageName().equals("io.otd.train"))
        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
        .filter(type -> !type.getModifiers().contains(JavaModifier.SYNTHETIC));
  }

  /** In its signature, type arguments included. */
  private static Stream<JavaClass> shown(JavaCodeUnit unit) {
    return Stream.concat(
        unit.getReturnType().getAllInvolvedRawTypes().stream(),
        unit.getParameterTypes().stream().flatMap(p -> p.getAllInvolvedRawTypes().stream()));
  }

  private static java.util.stream.Collector<String, ?, Set<String>> sorted() {
    return Collectors.toCollection(TreeSet::new);
  }
}
