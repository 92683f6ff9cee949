package io.otd.train.settings;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One of a few words: the constants of an enumeration in lower case, with hyphens or underscores.
 *
 * @param type the enumeration
 */
record EnumKind(Class<?> type) implements ValueKind {
  @Override
  public Object parse(RawValue value, Path folder) throws BadValueException {
    for (Object constant : type.getEnumConstants()) {
      if (value instanceof RawValue.Text text
          && format(constant).equals(text.text().replace('-', '_'))) {
        return constant;
      }
    }
    throw new BadValueException(expected());
  }

  @Override
  public String format(Object value) {
    return ((Enum<?>) value).name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String expected() {
    List<String> words = Arrays.stream(type.getEnumConstants()).map(this::format).toList();
    return words.size() == 1 ? words.get(0) : "one of " + String.join(", ", words);
  }
}
