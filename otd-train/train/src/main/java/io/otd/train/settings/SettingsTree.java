// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import io.otd.table.settings.Setting;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The tree of the settings records: a record of sections, each a record of settings. Keys are the
 * names of the components in snake case.
 */
final class SettingsTree {
  private static final Pattern WORD_BEGINS = Pattern.compile("([a-z])([A-Z])");

  private static final List<Leaf> LEAVES = leaves();

  private SettingsTree() {}

  /**
   * A setting.
   *
   * @param path of its section and its own name, e.g. {@code model.hidden}
   * @param section of the settings
   * @param component of the section
   */
  private record Leaf(String path, RecordComponent section, RecordComponent component) {
    Object value(Settings settings) {
      return get(component, get(section, settings));
    }
  }

  private static List<Leaf> leaves() {
    List<Leaf> leaves = new ArrayList<>();
    for (RecordComponent section : Settings.class.getRecordComponents()) {
      for (RecordComponent leaf : section.getType().getRecordComponents()) {
        leaves.add(new Leaf(path(section, leaf), section, leaf));
      }
    }
    return List.copyOf(leaves);
  }

  private static String path(RecordComponent section, RecordComponent leaf) {
    return snake(section.getName()) + "." + snake(leaf.getName());
  }

  /** All settings in the order of the records. */
  static List<SettingKey> keys(Settings standard) {
    return LEAVES.stream()
        .map(
            leaf -> {
              Setting setting = leaf.component.getAnnotation(Setting.class);
              return new SettingKey(
                  leaf.path,
                  ValueKind.of(leaf.component.getGenericType(), setting),
                  setting.value(),
                  leaf.value(standard));
            })
        .toList();
  }

  /** The value of a setting. */
  static Object value(Settings settings, String path) {
    return LEAVES.stream()
        .filter(leaf -> leaf.path.equals(path))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no setting " + path))
        .value(settings);
  }

  /**
   * Settings with some values replaced.
   *
   * @param base the others
   * @param values by path, each of its setting's Java type
   * @throws IllegalArgumentException if there is no such setting
   */
  static Settings with(Settings base, Map<String, Object> values) {
    Set<String> unknown = new TreeSet<>(values.keySet());
    LEAVES.forEach(leaf -> unknown.remove(leaf.path));
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException("no setting " + String.join(", ", unknown));
    }
    return (Settings)
        rebuild(
            Settings.class,
            section ->
                rebuild(
                    section.getType(),
                    leaf ->
                        values.getOrDefault(path(section, leaf), get(leaf, get(section, base)))));
  }

  /**
   * A section if nothing is given.
   *
   * @param section a record whose components have a {@link Default}
   */
  static <T> T standard(Class<T> section) {
    return section.cast(rebuild(section, SettingsTree::standardValue));
  }

  private static Object standardValue(RecordComponent leaf) {
    String text = leaf.getAnnotation(Default.class).value();
    List<RawSetting> parsed = YamlSettings.parse("v: " + text, "default", Path.of(""));
    try {
      return ValueKind.of(leaf.getGenericType(), leaf.getAnnotation(Setting.class))
          .parse(parsed.isEmpty() ? new RawValue.Nothing() : parsed.get(0).value(), Path.of(""));
    } catch (BadValueException e) {
      throw new IllegalStateException(
          "%s: %s (expected: %s)".formatted(leaf.getName(), text, e.getMessage()), e);
    }
  }

  private interface ComponentValue {
    Object of(RecordComponent component);
  }

  private static Object rebuild(Class<?> type, ComponentValue value) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values = Arrays.stream(components).map(value::of).toArray();
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type.toString(), e);
    }
  }

  private static Object get(RecordComponent component, Object record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(component.toString(), e);
    }
  }

  static String snake(String camel) {
    return WORD_BEGINS.matcher(camel).replaceAll("$1_$2").toLowerCase(Locale.ROOT);
  }
}
