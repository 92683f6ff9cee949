// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import io.otd.table.problem.NearestName;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One of a few words: the constants of an enumeration in lower case. Read with hyphens or
 * underscores; written with underscores, but methods as on the command line, with hyphens.
 *
 * @param type the enumeration
 */
record EnumKind(Class<?> type) implements ValueKind {
  @Override
  public Object parse(RawValue value, Path folder) throws BadValueException {
    if (!(value instanceof RawValue.Text given)) {
      throw new BadValueException(expected());
    }
    for (Object constant : type.getEnumConstants()) {
      if (format(constant).replace('-', '_').equals(given.text().replace('-', '_'))) {
        return constant;
      }
    }
    throw new BadValueException(expected() + NearestName.hint(given.text(), words()));
  }

  @Override
  public String format(Object value) {
    return value instanceof Method method
        ? method.label()
        : ((Enum<?>) value).name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String expected() {
    return words().size() == 1 ? words().get(0) : "one of " + String.join(", ", words());
  }

  private List<String> words() {
    return Arrays.stream(type.getEnumConstants()).map(this::format).toList();
  }
}
