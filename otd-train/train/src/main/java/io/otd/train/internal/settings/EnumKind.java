// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import io.otd.table.problem.NearestName;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One of a few words: the constants of an enumeration in lower case. Read with hyphens or
 * underscores; written with underscores, unless it has a label.
 *
 * @param type the enumeration
 */
public record EnumKind(Class<?> type) implements ValueKind {
  @Override
  public Object parse(RawValue value, Path folder) throws BadValueException {
    // YAML reads the word null as nothing.
    if (value instanceof RawValue.Nothing && words().contains("null")) {
      return parse(new RawValue.Text("null"), folder);
    }
    if (!(value instanceof RawValue.Text given)) {
      throw new BadValueException(expected());
    }
    for (Object constant : type.getEnumConstants()) {
      if (word(constant).replace('-', '_').equalsIgnoreCase(given.text().replace('-', '_'))) {
        return constant;
      }
    }
    throw new BadValueException(expected() + NearestName.hint(given.text(), words()));
  }

  @Override
  public String format(Object value) {
    return YamlText.quoted(word(value));
  }

  private static String word(Object value) {
    return value instanceof Labelled labelled
        ? labelled.label()
        : ((Enum<?>) value).name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String expected() {
    return words().size() == 1 ? words().get(0) : "one of " + String.join(", ", words());
  }

  @Override
  public String limits() {
    return expected();
  }

  private List<String> words() {
    return Arrays.stream(type.getEnumConstants()).map(EnumKind::word).toList();
  }
}
