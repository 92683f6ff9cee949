package io.otd.table;

import java.util.stream.IntStream;

/** A column of texts. */
final class TextBuilder implements ColumnBuilder {
  private final String name;
  private final MissingCells missing;
  private TextDictionary dictionary = new TextDictionary();
  private IntStream.Builder codes = IntStream.builder();

  TextBuilder(String name, MissingCells missing) {
    this.name = name;
    this.missing = missing;
  }

  @Override
  public void add(long line, char[] text, int from, int to) {
    codes.add(missing.holds(text, from, to) ? TextColumn.MISSING : dictionary.code(text, from, to));
  }

  @Override
  public Column build() {
    Column column = new TextColumn(name, dictionary.texts(), codes.build().toArray());
    dictionary = new TextDictionary();
    codes = IntStream.builder();
    return column;
  }
}
