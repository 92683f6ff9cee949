// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import io.otd.core.internal.cell.Blanks;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A column of dates: some numbers of each date, bounded and standardised as in {@link
 * NumericInput}, and, if training rows had missing cells, a last input that is 1 for a missing
 * cell.
 *
 * @implNote The numbers are not rounded to float32 before they are standardised: a served model
 *     gets the text, and computes them in double precision as well.
 * @param name of the column
 * @param form how its dates are written
 * @param parts the numbers, at least one, each once
 * @param missing what a missing cell means
 */
public record DateInput(String name, DateForm form, List<Part> parts, MissingRule missing)
    implements TextInput {
  private static final int EXAMPLES = 5;

  /**
   * A number of each date.
   *
   * @param part which
   * @param number its bounds, standardisation and replacement of missing values
   */
  public record Part(DatePart part, NumericInput number) {}

  /** Checks the parts. */
  public DateInput {
    parts = List.copyOf(parts);
    List<DatePart> kinds = parts.stream().map(Part::part).toList();
    if (kinds.isEmpty() || new HashSet<>(kinds).size() != kinds.size()) {
      throw new IllegalArgumentException(
          "column \"%s\": parts %s (expected: at least one, each once)".formatted(name, kinds));
    }
  }

  @Override
  public String kind() {
    return "date";
  }

  @Override
  public List<String> features() {
    Stream<String> missed = indicated() ? Stream.of(name + ": missing") : Stream.empty();
    return Stream.concat(parts.stream().map(p -> name + ": " + p.part().word()), missed).toList();
  }

  @Override
  public int width() {
    return parts.size() + (indicated() ? 1 : 0);
  }

  @Override
  public String description() {
    String text =
        parts.stream().map(p -> p.part().word()).collect(Collectors.joining(", ", "", ""))
            + " of dates such as "
            + form.text(typical());
    if (mayBeMissing()) {
      text += ", missing as a typical date";
    }
    return indicated() ? text + " with an indicator" : text;
  }

  @Override
  public boolean mayBeMissing() {
    return missing != MissingRule.REFUSED;
  }

  /** Whether a last input indicates missing cells. */
  public boolean indicated() {
    return missing == MissingRule.INDICATED;
  }

  private Optional<NumericInput> days() {
    return parts.stream().filter(p -> p.part() == DatePart.DAYS).map(Part::number).findFirst();
  }

  private LocalDate typical() {
    return LocalDate.ofEpochDay(Math.round(days().map(NumericInput::mean).orElse(0.0)));
  }

  /** Days about the mean of the training rows, two standard deviations to both sides. */
  @Override
  public List<String> examples() {
    double scale = days().map(NumericInput::scale).orElse(365.0);
    List<String> examples = new ArrayList<>();
    for (int i = 0; i < EXAMPLES; i++) {
      long days = Math.round(scale * (i - EXAMPLES / 2));
      examples.add(form.text(typical().plusDays(Math.max(-365_000, Math.min(365_000, days)))));
    }
    return examples.stream().distinct().toList();
  }

  /**
   * The rules that write dates of other orders with the year first: those of the column, and those
   * that can mean one day only. In a column whose order of day and month is known, the other order
   * is none: a file that has it would be read half right.
   */
  public List<DateRewrite> rewrites() {
    return switch (form) {
      case DAY_FIRST -> with(DateRewrite.DAY_FIRST);
      case MONTH_FIRST -> with(DateRewrite.MONTH_FIRST);
      case YEAR_FIRST, COMPACT -> DateRewrite.UNAMBIGUOUS;
    };
  }

  private static List<DateRewrite> with(DateRewrite order) {
    return Stream.concat(Stream.of(order), DateRewrite.COMPACT.stream()).toList();
  }

  /**
   * The date of a text: in the form of the column, year first, as dates that are not texts are
   * written, or in {@linkplain #rewrites another order}.
   *
   * @param text blanks around it do not count
   * @return empty if it is none, or may be two
   */
  public Optional<CalendarTime> time(String text) {
    String date = Blanks.strip(text);
    return form.parse(date).or(() -> DateForm.YEAR_FIRST.parse(yearFirst(date)));
  }

  private String yearFirst(String date) {
    String rewritten = date;
    for (DateRewrite rule : rewrites()) {
      rewritten = rule.apply(rewritten);
    }
    return rewritten;
  }

  @Override
  public boolean accepts(String text) {
    return Blanks.all(text) ? mayBeMissing() : time(text).isPresent();
  }

  @Override
  public String standIn() {
    return form.text(typical());
  }

  @Override
  public String expected() {
    return "a date such as %s, years 0001 to 9999%s"
        .formatted(form.text(typical()), mayBeMissing() ? ", or nothing" : "");
  }

  /** As {@link #expected()}; says why a date whose order is unknown is none. */
  @Override
  public String expected(String text) {
    String date = Blanks.strip(text);
    List<LocalDate> days =
        Stream.of(DateForm.DAY_FIRST, DateForm.MONTH_FIRST)
            .flatMap(order -> order.parse(date).stream())
            .map(CalendarTime::date)
            .distinct()
            .toList();
    return days.size() == 2 && time(date).isEmpty()
        ? expected() + "; this may be %s or %s".formatted(days.get(0), days.get(1))
        : expected();
  }

  @Override
  public int encode(String text, float[] out, int at) {
    Optional<CalendarTime> time = time(text);
    boolean gap = Blanks.all(text);
    for (int i = 0; i < parts.size(); i++) {
      NumericInput number = parts.get(i).number();
      DatePart part = parts.get(i).part();
      double value = gap && mayBeMissing() ? number.fill() : time.map(part::of).orElse(Double.NaN);
      out[at + i] = (float) number.standardize(value);
    }
    if (indicated()) {
      out[at + parts.size()] = gap ? 1 : 0;
    }
    return at + width();
  }

  @Override
  public <R> R matchText(Function<ListedInput, R> listed, Function<DateInput, R> date) {
    return date.apply(this);
  }
}
