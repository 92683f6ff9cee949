// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A value or none: {@code null}, or nothing after the colon.
 *
 * @param item the kind of the value
 */
public record OptionalKind(ValueKind item) implements ValueKind {
  @Override
  public Object parse(RawValue value, Path folder) throws BadValueException {
    return value instanceof RawValue.Nothing
        ? Optional.empty()
        : Optional.of(item.parse(value, folder));
  }

  @Override
  public String format(Object value) {
    return ((Optional<?>) value).map(item::format).orElse("null");
  }

  @Override
  public String expected() {
    return item.expected() + ", or null";
  }

  @Override
  public String limits() {
    return item.limits();
  }
}
