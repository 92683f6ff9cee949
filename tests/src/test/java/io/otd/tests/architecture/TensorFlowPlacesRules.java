// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.stream.Stream;
import org.tensorflow.ExecutionEnvironment;
import org.tensorflow.Graph;
import org.tensorflow.op.Ops;

/** TensorFlow is used only where graphs are built and run. */
final class TensorFlowPlacesRules {
  private static final String TENSORFLOW = "org.tensorflow..";

  /** Any class may ask {@code TensorFlow} for the version of the library. */
  @ArchTest
  static final ArchRule only_these_packages_know_tensorflow =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.otd.core.internal.graph..",
              "io.otd.core.internal.layer..",
              "io.otd.core.internal.flow..",
              "io.otd.core.internal.mask..",
              "io.otd.core.internal.network..",
              "io.otd.core.internal.output..",
              "io.otd.core.internal.loss..",
              "io.otd.core.internal.optimizer..",
              "io.otd.core.internal.program..",
              "io.otd.core.internal.trained..",
              "io.otd.export..",
              "io.otd.serve..")
          .should()
          .dependOnClassesThat(
              resideInAPackage(TENSORFLOW).and(not(name("org.tensorflow.TensorFlow"))));

  /** TensorFlow's own scope numbers operations in the digits of the default locale. */
  @ArchTest
  static final ArchRule graphs_are_built_with_names_of_our_own =
      noClasses()
          .that()
          .haveNameNotMatching("io\\.otd\\.core\\.internal\\.graph\\.NumberedScope(\\$Root)?")
          .should()
          .callMethod(Ops.class, "create", ExecutionEnvironment.class)
          .orShould()
          .callMethod(Graph.class, "baseScope");

  @ArchTest
  static final ArchRule metrics_and_calibration_are_plain_java =
      noClasses()
          .that()
          .resideInAnyPackage("io.otd.core.metrics..", "io.otd.core.internal.calibration..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              TENSORFLOW, "io.otd.core.internal.graph..", "io.otd.core.internal.program..");

  @ArchTest
  static final ArchRule the_public_surface_of_serve_shows_no_tensorflow =
      classes()
          .that()
          .resideInAPackage("io.otd.serve..")
          .and()
          .arePublic()
          .should(showNoTensorFlow())
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule a_component_holds_no_graph_and_no_session =
      noFields()
          .that()
          .areDeclaredInClassesThat()
          .areRecords()
          .and()
          .areDeclaredInClassesThat()
          .resideOutsideOfPackage("io.otd.core.internal.graph")
          .should()
          .haveRawType("org.tensorflow.op.Ops")
          .orShould()
          .haveRawType("org.tensorflow.Graph")
          .orShould()
          .haveRawType("org.tensorflow.Session");

  private static ArchCondition<JavaClass> showNoTensorFlow() {
    return new ArchCondition<>("show no TensorFlow type to its callers") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        type.getRawInterfaces().forEach(i -> judge(type, type.getName(), i, events));
        type.getRawSuperclass().ifPresent(s -> judge(type, type.getName(), s, events));
        for (JavaMember member : type.getMembers()) {
          if (visible(member)) {
            shown(member).forEach(shown -> judge(type, member.getFullName(), shown, events));
          }
        }
      }
    };
  }

  private static boolean visible(JavaMember member) {
    Set<JavaModifier> modifiers = member.getModifiers();
    return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
  }

  private static Stream<JavaClass> shown(JavaMember member) {
    // The raw types in the signature and, for generic types, in their arguments.
    Stream<JavaClass> types = member.getAllInvolvedRawTypes().stream();
    return member instanceof JavaCodeUnit method
        ? Stream.concat(types, method.getExceptionTypes().stream())
        : types;
  }

  private static void judge(
      JavaClass owner, String where, JavaClass shown, ConditionEvents events) {
    if (shown.getBaseComponentType().getPackageName().startsWith("org.tensorflow")) {
      events.add(SimpleConditionEvent.violated(owner, where + " shows " + shown.getName()));
    }
  }
}
