// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.arff;

import io.otd.core.internal.cell.Blanks;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads the declarations of an ARFF file. */
final class ArffHeader {
  private final String file;
  private final ArffLine line = new ArffLine();
  private final List<ArffAttribute> attributes = new ArrayList<>();

  ArffHeader(String file) {
    this.file = file;
  }

  /** The columns declared so far. */
  List<ArffAttribute> attributes() {
    return attributes;
  }

  /**
   * Reads a line.
   *
   * @param number of the line, from 1
   * @param text neither blank nor a comment
   * @return whether the data begin with the next line
   * @throws InputException if it is not a declaration
   */
  boolean declares(long number, String text) {
    line.set(text);
    word(number, text);
    switch (line.word().toLowerCase(Locale.ROOT)) {
      case "@relation" -> {}
      case "@attribute" -> attributes.add(attribute(number));
      case "@data" -> {
        return true;
      }
      default ->
          throw wrong(number, Quoted.of(text) + " (expected: @relation, @attribute or @data)");
    }
    return false;
  }

  private ArffAttribute attribute(long number) {
    word(number, "@attribute");
    String name = line.word();
    if (line.skip('{')) {
      return new ArffAttribute(name, ArffAttribute.Type.NOMINAL, values(number, name));
    }
    word(number, name);
    String type = line.word().toLowerCase(Locale.ROOT);
    return switch (type) {
      case "numeric", "real", "integer" ->
          new ArffAttribute(name, ArffAttribute.Type.NUMERIC, List.of());
      case "string", "date" -> new ArffAttribute(name, ArffAttribute.Type.TEXT, List.of());
      default ->
          throw wrong(
              number,
              "column %s: type %s (expected: numeric, real, integer, string, date or values in braces)"
                  .formatted(Quoted.of(name), Quoted.of(type)));
    };
  }

  /** The values between braces. */
  private List<String> values(long number, String name) {
    List<String> values = new ArrayList<>();
    do {
      if (!line.next(',', '}', false)) {
        throw wrong(number, "column %s: a quote without end".formatted(Quoted.of(name)));
      }
      values.add(Blanks.strip(line.word()));
    } while (line.skip(','));
    if (!line.skip('}')) {
      throw wrong(
          number,
          "column %s: %s after the values (expected: a closing brace)"
              .formatted(Quoted.of(name), NumberCell.shown(line.rest())));
    }
    return values;
  }

  private void word(long number, String where) {
    if (line.ended() || !line.next('{', '{', true)) {
      throw wrong(
          number, Quoted.of(where) + ": a word is missing behind it, or the end of a quote");
    }
  }

  private InputException wrong(long number, String what) {
    return new InputException("%s, line %s: %s".formatted(file, number, what));
  }
}
