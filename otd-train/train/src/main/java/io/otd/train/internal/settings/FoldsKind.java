// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import io.otd.table.internal.split.FoldSource;
import java.nio.file.Path;

/** A number of folds, or the name of a file that defines them. */
public record FoldsKind() implements ValueKind {
  private static final PathKind FILE = new PathKind();
  private static final int MOST = 10_000;

  @Override
  public Object parse(RawValue value, Path folder) throws BadValueException {
    if (value instanceof RawValue.Text text && text.text().strip().matches("[+-]?[0-9.]+")) {
      return count(text.text().strip());
    }
    try {
      return new FoldSource.File((Path) FILE.parse(value, folder));
    } catch (BadValueException e) {
      throw new BadValueException(expected());
    }
  }

  private FoldSource count(String text) throws BadValueException {
    try {
      int folds = Integer.parseInt(text);
      if (folds >= 2 && folds <= MOST) {
        return new FoldSource.Count(folds);
      }
    } catch (NumberFormatException e) {
      // reported like a number out of range
    }
    throw new BadValueException(expected());
  }

  @Override
  public String format(Object value) {
    FoldSource source = (FoldSource) value;
    return source.file().map(FILE::format).orElseGet(source::text);
  }

  @Override
  public String expected() {
    return "a whole number of folds from 2 to "
        + MOST
        + ", or the name of a CSV file with a column fold";
  }
}
