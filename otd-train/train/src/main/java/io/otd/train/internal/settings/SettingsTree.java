// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import io.otd.core.internal.settings.Default;
import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.RecordTree;
import io.otd.core.internal.settings.Setting;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tree of settings records: a record of sections, each a record of settings.
 *
 * @param <T> the record of sections
 * @param records the same without the kinds of the values
 */
public record SettingsTree<T>(RecordTree<T> records) {
  /** The tree of a record of sections. */
  public static <T> SettingsTree<T> of(Class<T> root) {
    return new SettingsTree<>(RecordTree.of(root));
  }

  /** All settings in the order of the records, with these defaults. */
  public List<SettingKey> keys(T standard) {
    return records.leaves().stream().map(leaf -> key(leaf, leaf.value(standard))).toList();
  }

  /** The settings that have options of their own; what the others are made of is not loaded. */
  public List<SettingKey> flagged() {
    return records.leaves().stream()
        .filter(leaf -> leaf.component().isAnnotationPresent(Flags.class))
        .map(leaf -> key(leaf, standardValue(leaf.component())))
        .toList();
  }

  private static SettingKey key(RecordTree.Leaf leaf, Object standard) {
    RecordComponent component = leaf.component();
    Setting setting = component.getAnnotation(Setting.class);
    return new SettingKey(
        leaf.path(),
        ValueKind.of(component.getGenericType(), setting),
        setting.value(),
        standard,
        setting.byRule(),
        Optional.ofNullable(component.getAnnotation(Flags.class)));
  }

  /**
   * The value of a setting.
   *
   * @throws IllegalArgumentException if there is no such setting
   */
  public Object value(T settings, String path) {
    return records.leaves().stream()
        .filter(leaf -> leaf.path().equals(path))
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
  public T with(T base, Map<String, Object> values) {
    return records.with(base, values);
  }

  /**
   * A section if nothing is given.
   *
   * @param section a record whose components have a {@link Default}
   */
  public static <S> S standard(Class<S> section) {
    return RecordTree.record(section, SettingsTree::standardValue);
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
}
