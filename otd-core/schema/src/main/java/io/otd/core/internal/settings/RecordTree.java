// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.settings;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A record of sections, each a record of settings. The path of a setting is the name of its section
 * and its own, in snake case: {@code model.hidden}.
 *
 * @param <T> the record of sections
 * @param root the type of the record
 * @param leaves all settings in the order of the records
 */
public record RecordTree<T>(Class<T> root, List<Leaf> leaves) {
  private static final Pattern WORD_BEGINS = Pattern.compile("([a-z])([A-Z])");

  /**
   * A setting.
   *
   * @param path of its section and its own name
   * @param section of the settings
   * @param component of the section
   */
  public record Leaf(String path, RecordComponent section, RecordComponent component) {
    /** Its value in settings. */
    public Object value(Object settings) {
      return get(component, get(section, settings));
    }
  }

  /** The tree of a record of sections. */
  public static <T> RecordTree<T> of(Class<T> root) {
    List<Leaf> leaves = new ArrayList<>();
    for (RecordComponent section : root.getRecordComponents()) {
      for (RecordComponent leaf : section.getType().getRecordComponents()) {
        leaves.add(new Leaf(path(section, leaf), section, leaf));
      }
    }
    return new RecordTree<>(root, List.copyOf(leaves));
  }

  private static String path(RecordComponent section, RecordComponent leaf) {
    return snake(section.getName()) + "." + snake(leaf.getName());
  }

  /** All values by path, in the order of the records. */
  public Map<String, Object> values(T settings) {
    Map<String, Object> values = new LinkedHashMap<>();
    leaves.forEach(leaf -> values.put(leaf.path, leaf.value(settings)));
    return values;
  }

  /** The values of one section by name. */
  public static Map<String, Object> section(Record section) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (RecordComponent leaf : section.getClass().getRecordComponents()) {
      values.put(snake(leaf.getName()), get(leaf, section));
    }
    return values;
  }

  /**
   * Settings with some values replaced.
   *
   * @param base the others
   * @param values by path, each of its setting's Java type
   * @throws IllegalArgumentException if there is no such setting
   */
  public T with(T base, Map<String, ?> values) {
    Set<String> unknown = new TreeSet<>(values.keySet());
    leaves.forEach(leaf -> unknown.remove(leaf.path));
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException("no setting " + String.join(", ", unknown));
    }
    Map<String, Object> all = values(base);
    all.putAll(values);
    return record(
        root,
        section ->
            record(
                section.getType(), leaf -> Objects.requireNonNull(all.get(path(section, leaf)))));
  }

  /**
   * Settings with another section.
   *
   * @param base the others
   * @param section in the place of the one of its class
   */
  public T with(T base, Record section) {
    return record(root, old -> old.getType() == section.getClass() ? section : get(old, base));
  }

  /**
   * A record with another value of a component.
   *
   * @param component its name
   * @param value of the component's type
   */
  public static <R> R with(Class<R> type, R old, String component, Object value) {
    return record(type, c -> c.getName().equals(component) ? value : get(c, old));
  }

  /**
   * A record of these values.
   *
   * @param value of each component
   */
  public static <R> R record(Class<R> type, Function<RecordComponent, ?> value) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values = Arrays.stream(components).map(value).toArray();
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

  /** A Java name in snake case. */
  public static String snake(String camel) {
    return WORD_BEGINS.matcher(camel).replaceAll("$1_$2").toLowerCase(Locale.ROOT);
  }
}
