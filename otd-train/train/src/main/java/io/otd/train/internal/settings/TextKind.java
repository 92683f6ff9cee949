// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import java.nio.file.Path;

/** Any text. */
public record TextKind() implements ValueKind {
  @Override
  public Object parse(RawValue value, Path folder) throws BadValueException {
    if (value instanceof RawValue.Text text) {
      return text.text();
    }
    throw new BadValueException(expected());
  }

  @Override
  public String format(Object value) {
    return YamlText.quoted((String) value);
  }

  @Override
  public String expected() {
    return "a text";
  }
}
