// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import java.nio.file.Path;

/** True or false. */
public record BooleanKind() implements ValueKind {
  @Override
  public Object parse(RawValue value, Path folder) throws BadValueException {
    return switch (value.toString()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new BadValueException(expected());
    };
  }

  @Override
  public String format(Object value) {
    return value.toString();
  }

  @Override
  public String expected() {
    return "true or false";
  }
}
