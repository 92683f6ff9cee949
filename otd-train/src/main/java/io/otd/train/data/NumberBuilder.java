package io.otd.train.data;

import java.util.Optional;

/** A column that must be of numbers. */
final class NumberBuilder implements ColumnBuilder {
  private final String name;
  private final MissingCells missing;
  private final NumberBuffer numbers = new NumberBuffer();
  private final BadCells bad = new BadCells();

  NumberBuilder(String name, MissingCells missing) {
    this.name = name;
    this.missing = missing;
  }

  @Override
  public void add(long line, char[] text, int from, int to) {
    double value = NumberCell.parse(text, from, to, '.');
    if (Double.isNaN(value) && !missing.holds(text, from, to)) {
      bad.add(line, NumberCell.complaint(new String(text, from, to - from)));
    }
    numbers.add(value);
  }

  @Override
  public Optional<String> problem(String file) {
    return bad.problem(file, name);
  }

  @Override
  public Column build() {
    return new NumericColumn(name, numbers.drain());
  }
}
