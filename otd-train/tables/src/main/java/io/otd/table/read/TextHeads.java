// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.format.DecimalMark;
import io.otd.table.format.TableFormat;
import io.otd.table.internal.build.CellPlaces;
import io.otd.table.internal.build.ColumnBuilder;
import io.otd.table.internal.build.InferredColumn;
import io.otd.table.internal.build.TableText;
import io.otd.table.internal.build.TextDeclaration;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.cell.NumberNotation;
import io.otd.table.internal.csv.CsvText;
import io.otd.table.internal.source.SourceFile;
import io.otd.table.internal.source.SourceFiles;
import io.otd.table.internal.store.CellStore;
import io.otd.table.problem.ColumnNames;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What the first lines of the text files of a table show: the columns, matched by name, and how
 * their cells are read, as if all rows were in one file.
 *
 * @param files with rows
 * @param format of the files, as far as it is known
 * @param mark the decimal mark that they show
 * @param texts the beginning of each file
 * @param names of all columns
 * @param notes for the user
 */
record TextHeads(
    SourceFiles files,
    TableFormat format,
    DecimalMark mark,
    List<TableText> texts,
    List<String> names,
    List<String> notes) {
  /**
   * Reads the first lines of each file.
   *
   * @throws InputException if one is no table, or if they are of different forms
   */
  static TextHeads of(SourceFiles all, TableFormat format, boolean blanks) throws IOException {
    SourceFiles files = filled(all);
    List<TableText> texts = new ArrayList<>();
    for (SourceFile file : files.files()) {
      try (OpenedText opened = OpenedText.of(file, format, DecimalMark.AUTO, blanks)) {
        texts.add(opened.text());
      }
    }
    DecimalMark shown = shown(texts);
    DecimalMark ofAll = format.decimal() == DecimalMark.AUTO ? shown : format.decimal();
    char mark = ofAll.in(DecimalMark.POINT);
    for (int i = 0; i < texts.size(); i++) {
      if (texts.get(i) instanceof CsvText csv && csv.decimal() != mark) {
        try (OpenedText opened = OpenedText.of(files.files().get(i), format, shown, blanks)) {
          texts.set(i, opened.text());
        }
      }
    }
    return of(files, format, shown, texts, texts.get(0).notes());
  }

  /** What a single file shows. */
  static TextHeads of(SourceFiles file, TableFormat format, TableText text) {
    return of(file, format, DecimalMark.AUTO, List.of(text), text.notes());
  }

  private static TextHeads of(
      SourceFiles files,
      TableFormat format,
      DecimalMark mark,
      List<TableText> texts,
      List<String> ofTexts) {
    requireOneForm(files, texts);
    Set<String> names = new LinkedHashSet<>();
    texts.forEach(text -> names.addAll(text.names()));
    names.addAll(files.added());
    List<String> notes = new ArrayList<>(ofTexts);
    for (int i = 0; i < texts.size(); i++) {
      if (i > 0 && texts.get(i) instanceof CsvText csv && !csv.unitsNote().isEmpty()) {
        notes.add(csv.unitsNote());
      }
      List<String> absent = new ArrayList<>(names);
      absent.removeAll(texts.get(i).names());
      absent.removeAll(files.added());
      if (!absent.isEmpty()) {
        notes.add(
            "%s: no column %s; the cells are missing"
                .formatted(files.files().get(i).name(), ColumnNames.quoted(absent)));
      }
    }
    return new TextHeads(files, format, mark, texts, List.copyOf(names), few(notes));
  }

  private static List<String> few(List<String> notes) {
    int most = 5;
    if (notes.size() <= most) {
      return notes;
    }
    List<String> first = new ArrayList<>(notes.subList(0, most));
    first.add("and %s more of this kind".formatted(notes.size() - most));
    return first;
  }

  /** Spark leaves empty files where a part of the table has no rows. */
  private static SourceFiles filled(SourceFiles all) throws IOException {
    List<SourceFile> filled = new ArrayList<>();
    for (SourceFile file : all.files()) {
      if (Files.size(file.path()) > 0) {
        filled.add(file);
      }
    }
    return new SourceFiles(
        all.name(), all.path(), all.kind(), filled.isEmpty() ? all.files() : filled, all.added());
  }

  /** A point if any file shows one, as in one file. */
  private static DecimalMark shown(List<TableText> texts) {
    Set<DecimalMark> all = new LinkedHashSet<>();
    for (TableText text : texts) {
      if (text instanceof CsvText csv) {
        all.add(csv.shown());
      }
    }
    return all.contains(DecimalMark.COMMA) && !all.contains(DecimalMark.POINT)
        ? DecimalMark.COMMA
        : DecimalMark.POINT;
  }

  private static void requireOneForm(SourceFiles files, List<TableText> texts) {
    String form = texts.get(0).form();
    for (int i = 1; i < texts.size(); i++) {
      if (!texts.get(i).form().equals(form)) {
        throw new InputException(
            "%s: %s (expected: %s, as %s)"
                .formatted(
                    files.files().get(i).name(),
                    texts.get(i).form(),
                    form,
                    files.files().get(0).name()));
      }
    }
  }

  /** The names of columns that were renamed as they are written, by their names here. */
  Map<String, String> repeats() {
    Map<String, String> repeats = new LinkedHashMap<>();
    texts.forEach(text -> repeats.putAll(text.naming().repeats()));
    return repeats;
  }

  /**
   * Opens a file.
   *
   * @param file its place among the files
   * @param blanks whether blanks may surround quotes
   */
  OpenedText open(int file, boolean blanks) {
    return OpenedText.of(files.files().get(file), format, mark, blanks);
  }

  /** The notation of numbers in a column. */
  NumberNotation notation(String name) {
    if (files.added().contains(name)) {
      return TextDeclaration.notation(DecimalMark.AUTO);
    }
    TableText text = first(name);
    return text.notation(text.names().indexOf(name));
  }

  /** What is declared of a column of texts. */
  TextDeclaration declaration(String name) {
    TextDeclaration declared = TextDeclaration.NONE;
    for (TableText text : texts) {
      int column = text.names().indexOf(name);
      declared = column < 0 ? declared : text.declaration(column);
    }
    return declared;
  }

  /**
   * Which columns the cells of a file fill.
   *
   * @param file its place among the files
   */
  CellPlaces places(int file) {
    TableText text = texts.get(file);
    SourceFile of = files.files().get(file);
    Set<String> own = new HashSet<>(text.names());
    Map<String, Integer> places = new HashMap<>();
    Map<Integer, String> others = new LinkedHashMap<>();
    for (String name : names) {
      int place = places.size();
      places.put(name, place);
      if (of.cells().containsKey(name) || !own.contains(name)) {
        others.put(place, of.cells().getOrDefault(name, ""));
      }
    }
    return new CellPlaces(
        of.name(),
        text.firstLine(),
        text.names().stream()
            .map(
                name ->
                    of.cells().containsKey(name)
                        ? CellPlaces.NONE
                        : Objects.requireNonNull(places.get(name)))
            .toList(),
        others);
  }

  /**
   * A builder for a column, of the kind that is declared or found out.
   *
   * @param missing which cells of folders are missing
   */
  ColumnBuilder builder(String name, MissingCells missing, CellStore store) {
    if (files.added().contains(name)) {
      return new InferredColumn(name, missing, notation(name).mark(), store);
    }
    TableText text = first(name);
    return text.builder(text.names().indexOf(name), store);
  }

  private TableText first(String name) {
    return texts.stream().filter(t -> t.names().contains(name)).findFirst().orElseThrow();
  }
}
