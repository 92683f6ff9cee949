// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import io.otd.core.internal.settings.Default;
import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The tree of settings records: a record of sections, each a record of settings. Keys are the names
 * of the components in snake case.
 *
 * @param <T> the record of sections
 */
public final class SettingsTree<T> {
  private static final Pattern WORD_BEGINS = Pattern.compile("([a-z])([A-Z])");

  private final Class<T> root;
  private final List<Leaf> leaves;

  private SettingsTree(Class<T> root, List<Leaf> leaves) {
    this.root = root;
    this.leaves = leaves;
  }

  /**
   * A setting.
   *
   * @param path of its section and its own name, e.g. {@code model.hidden}
   * @param section of the settings
   * @param component of the section
   */
  private record Leaf(String path, RecordComponent section, RecordComponent component) {
    Object value(Object settings) {
      return get(component, get(section, settings));
    }

    SettingKey key(Object standard) {
      Setting setting = component.getAnnotation(Setting.class);
      return new SettingKey(
          path,
          ValueKind.of(component.getGenericType(), setting),
          setting.value(),
          value(standard),
          Optional.ofNullable(component.getAnnotation(Flags.class)));
    }
  }

  /** The tree of a record of sections. */
  public static <T> SettingsTree<T> of(Class<T> root) {
    List<Leaf> leaves = new ArrayList<>();
    for (RecordComponent section : root.getRecordComponents()) {
      for (RecordComponent leaf : section.getType().getRecordComponents()) {
        leaves.add(new Leaf(path(section, leaf), section, leaf));
      }
    }
    return new SettingsTree<>(root, List.copyOf(leaves));
  }

  private static String path(RecordComponent section, RecordComponent leaf) {
    return snake(section.getName()) + "." + snake(leaf.getName());
  }

  /** All settings in the order of the records, with these defaults. */
  public List<SettingKey> keys(T standard) {
    return leaves.stream().map(leaf -> leaf.key(standard)).toList();
  }

  /**
   * The value of a setting.
   *
   * @throws IllegalArgumentException if there is no such setting
   */
  public Object value(T settings, String path) {
    return leaves.stream()
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
  public T with(T base, Map<String, Object> values) {
    Set<String> unknown = new TreeSet<>(values.keySet());
    leaves.forEach(leaf -> unknown.remove(leaf.path));
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException("no setting " + String.join(", ", unknown));
    }
    return rebuild(
        root,
        section ->
            rebuild(
                section.getType(),
                leaf -> values.getOrDefault(path(section, leaf), get(leaf, get(section, base)))));
  }

  /** The settings if nothing is given: those of each section. */
  public T standard() {
    return rebuild(root, section -> standard(section.getType()));
  }

  /**
   * A section if nothing is given.
   *
   * @param section a record whose components have a {@link Default}
   */
  public static <S> S standard(Class<S> section) {
    return rebuild(section, SettingsTree::standardValue);
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

  private static <R> R rebuild(Class<R> type, ComponentValue value) {
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
