// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import io.otd.core.internal.files.PathSpelling;
import io.otd.table.internal.source.PipedFile;
import io.otd.table.internal.url.DatabaseUrl;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The name of a file; a relative one starts from the folder of the configuration file, and {@code
 * -} is standard input.
 */
public record PathKind() implements ValueKind {
  @Override
  public Object parse(RawValue value, Path folder) throws BadValueException {
    try {
      if (value instanceof RawValue.Text text
          && !text.text().isBlank()
          && !DatabaseUrl.isMeantBy(text.text())) {
        if (text.text().equals(PipedFile.STANDARD_INPUT.toString())) {
          return PipedFile.STANDARD_INPUT;
        }
        // Absolute, so that settings mean the same wherever they are read again.
        return folder.resolve(text.text()).toAbsolutePath().normalize();
      }
    } catch (InvalidPathException e) {
      throw new BadValueException(PathSpelling.expected(e));
    }
    throw new BadValueException(expected());
  }

  @Override
  public String format(Object value) {
    return YamlText.quoted(value.toString());
  }

  @Override
  public String expected() {
    return "a path";
  }
}
