// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.architecture;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaStaticInitializer;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;

/** No static state; clocks and random generators are passed as arguments. */
final class StateRules {
  /** Where a run begins: the places that pass the system clock to all others. */
  private static final String[] CLOCK_READERS = {"io.otd.app..", "io.otd.cluster.."};

  /** The default of the training API, which a program can replace by another clock. */
  private static final String CLOCK_DEFAULT = "io.otd.train.Machine";

  /**
   * The models that an executor of Spark has opened. Its tasks share nothing else that outlives
   * them, and a model sent with each task would be opened once per task.
   */
  private static final String HOLDER = "io.otd.spark.internal.shipping.OpenModels";

  @ArchTest
  static final ArchRule static_fields_are_final_and_cannot_change =
      fields().that().areStatic().should(beConstant());

  @ArchTest
  static final ArchRule static_collections_are_made_immutable =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(HOLDER)
          .should(fillCollectionsInTheirStaticInitializer());

  /** An exemption for a class that no longer exists could later hide a new violation. */
  @ArchTest
  static final ArchRule the_exception_holds_predictors_and_nothing_else =
      fields()
          .that()
          .areDeclaredIn(HOLDER)
          .should()
          .haveName("OPEN")
          .andShould()
          .haveRawType(java.util.concurrent.ConcurrentMap.class)
          .andShould()
          .bePrivate();

  @ArchTest
  static final ArchRule the_clock_is_passed_in =
      noClasses()
          .that()
          .resideOutsideOfPackages(CLOCK_READERS)
          .and()
          .doNotHaveFullyQualifiedName(CLOCK_DEFAULT)
          .should()
          .callMethodWhere(readsTheClock());

  @ArchTest
  static final ArchRule randomness_comes_from_a_seed =
      noClasses()
          .should()
          .callMethodWhere(drawsWithoutASeed())
          .orShould()
          .callConstructor(Random.class)
          .orShould()
          .callConstructor(SplittableRandom.class)
          .orShould()
          .callMethod(java.util.Collections.class, "shuffle", List.class);

  private static DescribedPredicate<JavaCall<?>> readsTheClock() {
    DescribedPredicate<JavaCall<?>> system =
        target(owner(nameMatching("java\\.lang\\.System")))
            .and(target(nameMatching("currentTimeMillis|nanoTime")));
    DescribedPredicate<JavaCall<?>> clock =
        target(owner(nameMatching("java\\.time\\.Clock")))
            .and(target(nameMatching("system.*|tick.*")));
    DescribedPredicate<JavaCall<?>> now =
        target(owner(nameMatching("java\\.time\\..*")))
            .and(target(nameMatching("now")))
            .and(
                DescribedPredicate.describe(
                    "without a clock",
                    call ->
                        call.getTarget().getRawParameterTypes().stream()
                            .noneMatch(t -> t.isEquivalentTo(java.time.Clock.class))));
    return DescribedPredicate.or(system, clock, now).as("it reads the machine's clock");
  }

  private static DescribedPredicate<JavaCall<?>> drawsWithoutASeed() {
    return DescribedPredicate.or(
            target(owner(nameMatching("java\\.lang\\.Math"))).and(target(nameMatching("random"))),
            target(owner(nameMatching(ThreadLocalRandom.class.getName().replace(".", "\\."))))
                .and(target(nameMatching("current"))),
            target(owner(nameMatching("java\\.util\\.UUID")))
                .and(target(nameMatching("randomUUID"))),
            target(owner(nameMatching("java\\.util\\.random\\.RandomGenerator")))
                .and(target(nameMatching("of|getDefault"))))
        .as("it draws without a seed");
  }

  /** A private array is mutable too, but only in its own file, where this is visible. */
  private static ArchCondition<JavaField> beConstant() {
    return new ArchCondition<>("be final and of a type that cannot change") {
      @Override
      public void check(JavaField field, ConditionEvents events) {
        JavaClass type = field.getRawType();
        boolean changes =
            !field.getModifiers().contains(JavaModifier.FINAL)
                || (type.isArray() && !field.getModifiers().contains(JavaModifier.PRIVATE))
                || type.isAssignableTo(ThreadLocal.class)
                || type.getPackageName().equals("java.util.concurrent.atomic")
                || (!type.isInterface()
                    && (type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class)));
        if (changes && !field.getModifiers().contains(JavaModifier.SYNTHETIC)) {
          events.add(SimpleConditionEvent.violated(field, field.getDescription() + " can change"));
        }
      }
    };
  }

  private static ArchCondition<JavaClass> fillCollectionsInTheirStaticInitializer() {
    return new ArchCondition<>("make a mutable collection in its static initializer") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        type.getStaticInitializer().map(JavaStaticInitializer::getConstructorCallsFromSelf).stream()
            .flatMap(Collection::stream)
            .filter(StateRules::makesCollection)
            .forEach(c -> events.add(SimpleConditionEvent.satisfied(type, c.getDescription())));
      }
    };
  }

  private static boolean makesCollection(JavaConstructorCall call) {
    JavaClass made = call.getTargetOwner();
    return made.getPackageName().startsWith("java.util")
        && (made.isAssignableTo(Collection.class) || made.isAssignableTo(Map.class));
  }
}
