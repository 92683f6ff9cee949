// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import io.otd.core.internal.settings.Setting;
import io.otd.table.internal.split.FoldSource;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A kind of value of a setting: how it is read, written and described. */
public sealed interface ValueKind
    permits NumberKind,
        BooleanKind,
        TextKind,
        PathKind,
        FoldsKind,
        EnumKind,
        ListKind,
        OptionalKind {
  /**
   * Reads a value.
   *
   * @param value as given
   * @param folder that relative file names start from
   * @throws BadValueException if it is of another kind, or out of range
   */
  Object parse(RawValue value, Path folder) throws BadValueException;

  /** The value as written in a configuration file. */
  String format(Object value);

  /** Description for messages and documentation, e.g. {@code a number above 0}. */
  String expected();

  /** Words or bounds of a value, or of each that it lists, for documentation; empty if none. */
  default String limits() {
    return "";
  }

  /**
   * The kind of a record component.
   *
   * @param type of the component
   * @param setting its range
   */
  static ValueKind of(Type type, Setting setting) {
    if (type instanceof ParameterizedType parameterized) {
      ValueKind item = of(parameterized.getActualTypeArguments()[0], setting);
      Type raw = parameterized.getRawType();
      if (raw == List.class) {
        return new ListKind(item);
      }
      if (raw == Optional.class) {
        return new OptionalKind(item);
      }
    }
    if (type == String.class) {
      return new TextKind();
    }
    if (type == Path.class) {
      return new PathKind();
    }
    if (type == FoldSource.class) {
      return new FoldsKind();
    }
    if (type == boolean.class) {
      return new BooleanKind();
    }
    if (type instanceof Class<?> c && c.isEnum()) {
      return new EnumKind(c);
    }
    return NumberKind.of(type, setting);
  }
}
