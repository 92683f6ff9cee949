// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.otd.light.LightPredictor;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * A native image needs metadata for what is not visible in the code: reflection, resources,
 * services, serialization, native methods. The light predictor uses none of it, which this test
 * reads from every reachable class, and its metadata says so.
 */
class NativeImageTest {
  private static final List<String> HIDDEN =
      List.of(
          "java.lang.reflect.",
          "java.lang.invoke.MethodHandles$Lookup",
          "java.util.ServiceLoader",
          "java.util.ResourceBundle",
          "java.io.ObjectInputStream",
          "java.io.ObjectOutputStream");

  /** Of {@code Class}, {@code ClassLoader} and {@code System}. */
  private static final Set<String> HIDDEN_METHODS =
      Set.of(
          "forName",
          "newInstance",
          "getResource",
          "getResourceAsStream",
          "getResources",
          "getSystemResource",
          "getSystemResourceAsStream",
          "loadClass",
          "getMethod",
          "getMethods",
          "getDeclaredMethod",
          "getDeclaredMethods",
          "getField",
          "getFields",
          "getDeclaredField",
          "getDeclaredFields",
          "getConstructor",
          "getDeclaredConstructor",
          "getRecordComponents",
          "getAnnotation",
          "load",
          "loadLibrary");

  private static final Set<String> OWNERS =
      Set.of("java.lang.Class", "java.lang.ClassLoader", "java.lang.System", "java.lang.Runtime");

  @Test
  void the_light_predictor_uses_no_dynamic_features_or_native_code() {
    Set<String> found = new TreeSet<>();
    Set<JavaClass> reached = reached();
    for (JavaClass type : reached) {
      for (JavaAccess<?> access : type.getAccessesFromSelf()) {
        AccessTarget target = access.getTarget();
        String owner = target.getOwner().getName();
        if (HIDDEN.stream().anyMatch(owner::startsWith)
            || (OWNERS.contains(owner) && HIDDEN_METHODS.contains(target.getName()))) {
          found.add(type.getName() + " calls " + target.getFullName());
        }
      }
      type.getMethods().stream()
          .filter(method -> method.getModifiers().contains(JavaModifier.NATIVE))
          .forEach(method -> found.add(method.getFullName() + " is native"));
    }
    assertThat(reached).hasSizeGreaterThan(40);
    assertThat(found).isEmpty();
  }

  /** Among the classes of otd-light, and of the two modules that it uses. */
  private static Set<JavaClass> reached() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(new ProductClasses())
            .importPackages("io.otd.light", "io.otd.predict", "io.otd.core");
    Set<JavaClass> reached = new HashSet<>();
    Deque<JavaClass> open = new ArrayDeque<>(List.of(classes.get(LightPredictor.class)));
    while (!open.isEmpty()) {
      JavaClass type = open.pop();
      if (type.getPackageName().startsWith("io.otd.") && reached.add(type)) {
        type.getDirectDependenciesFromSelf().stream()
            .map(Dependency::getTargetClass)
            .map(JavaClass::getBaseComponentType)
            .forEach(open::push);
        open.addAll(type.getSubclasses());
      }
    }
    return reached;
  }

  @Test
  void the_jar_declares_empty_reachability_metadata() throws Exception {
    String place = "/META-INF/native-image/io.otd/otd-light/reachability-metadata.json";
    try (InputStream in = LightPredictor.class.getResourceAsStream(place)) {
      JsonNode metadata = new ObjectMapper().readTree(Objects.requireNonNull(in, place));
      assertThat(metadata.path("reflection")).isEmpty();
      assertThat(metadata.path("resources")).isEmpty();
    }
  }
}
