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

/**
 * The tree of the settings records: a record of sections, each a record of settings. Keys are the
 * names of the components in snake case.
 */
final class SettingsTree {
  private SettingsTree() {}

  /** All settings in the order of the records. */
  static List<SettingKey> keys(Settings standard) {
    List<SettingKey> keys = new ArrayList<>();
    for (RecordComponent section : Settings.class.getRecordComponents()) {
      Object record = get(section, standard);
      for (RecordComponent leaf : section.getType().getRecordComponents()) {
        Setting setting = leaf.getAnnotation(Setting.class);
        keys.add(
            new SettingKey(
                snake(section.getName()) + "." + snake(leaf.getName()),
                ValueKind.of(leaf.getGenericType(), setting),
                setting.value(),
                get(leaf, record)));
      }
    }
    return keys;
  }

  /** The value of a setting. */
  static Object value(Settings settings, String path) {
    for (RecordComponent section : Settings.class.getRecordComponents()) {
      for (RecordComponent leaf : section.getType().getRecordComponents()) {
        if (path.equals(snake(section.getName()) + "." + snake(leaf.getName()))) {
          return get(leaf, get(section, settings));
        }
      }
    }
    throw new IllegalArgumentException("no setting " + path);
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
    SettingKey.paths(keys(base)).forEach(unknown::remove);
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
                        values.getOrDefault(
                            snake(section.getName()) + "." + snake(leaf.getName()),
                            get(leaf, get(section, base)))));
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
    return camel.replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }
}
