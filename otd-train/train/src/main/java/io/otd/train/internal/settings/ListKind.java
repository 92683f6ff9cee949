// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A list; a single value represents a list of one.
 *
 * @param item the kind of its elements
 */
public record ListKind(ValueKind item) implements ValueKind {
  @Override
  public Object parse(RawValue value, Path folder) throws BadValueException {
    List<Object> result = new ArrayList<>();
    try {
      if (value instanceof RawValue.Items items) {
        for (String text : items.items()) {
          result.add(item.parse(new RawValue.Text(text), folder));
        }
      } else if (!(value instanceof RawValue.Nothing)) {
        result.add(item.parse(value, folder));
      }
    } catch (BadValueException e) {
      throw new BadValueException(expected());
    }
    return List.copyOf(result);
  }

  @Override
  public String format(Object value) {
    return ((List<?>) value).stream().map(item::format).collect(Collectors.joining(", ", "[", "]"));
  }

  @Override
  public String expected() {
    return "a list, each " + item.expected();
  }

  @Override
  public String limits() {
    return item.limits();
  }
}
