// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.core.schema.DateForm;
import io.otd.table.TextColumn;
import io.otd.table.internal.cell.DateTexts;
import io.otd.table.internal.cell.Placeholders;
import io.otd.table.internal.cell.WrittenDate;
import io.otd.table.problem.Quoted;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds columns of dates among texts: nearly all cells are dates of one form, perhaps written in
 * words, and the others are missing. The order of the rows does not matter.
 *
 * <p>A date of another form than most is not one of the others. A column with more than a few stays
 * as it is: one form is then wrong.
 */
public final class MostlyDates {
  private final CellTexts texts;
  private final List<DateForm> forms;
  private final List<String> plain = new ArrayList<>();
  private final Map<DateForm, BitSet> dates = new EnumMap<>(DateForm.class);
  private final BitSet any = new BitSet();
  private final BitSet rewritten = new BitSet();
  private final BitSet gaps = new BitSet();
  private final BitSet others = new BitSet();

  private MostlyDates(CellTexts texts, List<DateForm> forms) {
    this.texts = texts;
    this.forms = forms;
  }

  /**
   * Looks at a column.
   *
   * @param texts as they were read
   * @param declared whether the settings call it a column of dates, which may then be compact
   * @return empty if there is nothing to change
   */
  public static Optional<ReadColumn> of(CellTexts texts, boolean declared) {
    List<DateForm> forms = declared ? List.of(DateForm.values()) : DateTexts.FORMS;
    return new MostlyDates(texts, forms).read();
  }

  private Optional<ReadColumn> read() {
    long words = 0;
    for (int i = 0; i < texts.counts().length && 2 * words <= texts.present(); i++) {
      words += look(i, texts.column().dictionary().get(i)) ? 0 : texts.counts()[i];
    }
    long found = texts.cells(any);
    if (found <= words + texts.cells(gaps)) {
      return Optional.empty();
    }
    BitSet odd = ofOtherForms();
    if (odd.isEmpty() && !dates.containsValue(any)) {
      return Optional.of(ReadColumn.of(texts.column(), ofSeveralForms()));
    }
    words += texts.cells(odd);
    found -= texts.cells(odd);
    if (!odd.isEmpty() && !NearlyAll.hold(words, found + words)) {
      return Optional.of(ReadColumn.of(texts.column(), ofSeveralForms()));
    }
    others.or(odd);
    any.andNot(odd);
    rewritten.andNot(odd);
    if (!NearlyAll.hold(words, found + words)) {
      return Optional.of(ReadColumn.of(texts.column(), texts.demoted(others, "a date", "dates")));
    }
    return rewritten.isEmpty() && gaps.isEmpty() && others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ReadColumn(column(), Optional.of(note()), Optional.empty(), !others.isEmpty()));
  }

  /** The dates of another form than most; none if two forms have as many. */
  private BitSet ofOtherForms() {
    List<BitSet> most =
        dates.values().stream()
            .sorted(Comparator.comparingLong(texts::cells).reversed())
            .distinct()
            .limit(2)
            .toList();
    BitSet odd = (BitSet) any.clone();
    odd.andNot(most.get(0));
    boolean tied = most.size() > 1 && texts.cells(most.get(0)) == texts.cells(most.get(1));
    return tied ? new BitSet() : odd;
  }

  /** Takes one text; whether it can belong to a column of dates. */
  private boolean look(int i, String text) {
    if (isDate(i, text)) {
      plain.add(text);
      return true;
    }
    String date = WrittenDate.plain(text);
    plain.add(date);
    if (!date.equals(text) && isDate(i, date)) {
      rewritten.set(i);
      return true;
    }
    boolean gap = Placeholders.ofDate(text);
    (gap ? gaps : others).set(i);
    return gap;
  }

  private boolean isDate(int i, String text) {
    for (DateForm form : forms) {
      if (form.parse(text).isPresent()) {
        dates.computeIfAbsent(form, f -> new BitSet()).set(i);
        any.set(i);
      }
    }
    return any.get(i);
  }

  private TextColumn column() {
    return texts
        .column()
        .rewritten(
            IntStream.range(0, plain.size())
                .mapToObj(i -> any.get(i) ? plain.get(i) : "")
                .toList());
  }

  private String note() {
    BitSet missing = CellTexts.either(others, gaps);
    String note = "column " + texts.name() + " is read as dates";
    if (!rewritten.isEmpty()) {
      int i = rewritten.nextSetBit(0);
      String text = texts.column().dictionary().get(i);
      note += ", %s as %s".formatted(Quoted.of(text), plain.get(i));
    }
    if (!missing.isEmpty()) {
      note += "; " + texts.others(missing, "a date", "dates");
    }
    return note + " (columns.categorical keeps texts)";
  }

  private String ofSeveralForms() {
    BitSet odd = (BitSet) any.clone();
    dates.values().stream().max(Comparator.comparingLong(texts::cells)).ifPresent(odd::andNot);
    return "column %s is read as text: its dates have different forms, such as %s"
        .formatted(texts.name(), texts.shown(odd));
  }
}
