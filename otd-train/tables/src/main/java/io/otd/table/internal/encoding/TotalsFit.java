// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.metrics.Moments;
import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.BoundedTransform;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import io.otd.core.schema.TextInput;
import io.otd.table.internal.totals.ColumnTotals;
import io.otd.table.internal.totals.NumberTotals;
import io.otd.table.problem.InputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The encoding of a table that is given by a sample, and by the totals of its training rows. Kinds
 * of columns, order statistics, pieces and fitted transforms are those of the sample; means and
 * standard deviations, categories and their shares, and where cells are missing are those of all
 * rows.
 *
 * <p>Mean and standard deviation of an input are those of bounded values. If a training value lies
 * beyond the bounds, which are order statistics, they are those of the sample.
 *
 * @param totals of each column
 * @param rows training rows
 * @param weight the sum of their weights; without weights their number
 * @param mostCategories of a column; absent to leave it to the rows
 */
public record TotalsFit(
    Map<String, ColumnTotals> totals, long rows, double weight, Optional<Integer> mostCategories) {
  /** As in {@link NumericFit}, if nearly all values are the same. */
  private static final double RARE_DEVIATIONS = 10;

  /**
   * Replaces the values of the sample by those of all rows.
   *
   * @param sample fitted on it
   * @throws InputException if a target has a value for which its transform is not defined
   */
  public EncodingFit of(EncodingFit sample) {
    TableSchema schema = sample.encoding().schema();
    List<String> notices = new ArrayList<>(sample.notices());
    List<InputColumn> inputs = new ArrayList<>();
    for (InputColumn input : schema.inputs()) {
      inputs.add(input.match(this::number, text -> text(text, notices)));
    }
    List<TargetColumn> targets = schema.targets().stream().map(this::target).toList();
    return new EncodingFit(
        new TableEncoding(new TableSchema(inputs, targets)),
        sample.columns(),
        sample.identifiers(),
        sample.lattices(),
        notices);
  }

  private ColumnTotals of(String name) {
    return Objects.requireNonNull(totals.get(name));
  }

  private static MissingRule missing(ColumnTotals column) {
    return MissingRule.of(column.missing() > 0, column.missingAnywhere() > 0);
  }

  private NumericInput number(NumericInput input) {
    ColumnTotals column = of(input.name());
    NumberTotals all = column.numbers();
    MissingRule missing = missing(column);
    if (all.count() == 0) {
      return input.with(input.mean(), input.scale(), missing);
    }
    if (input.lower() == input.upper() && all.least() < all.greatest()) {
      Moments moments = all.moments();
      double span = RARE_DEVIATIONS * moments.scale();
      return new NumericInput(
          input.name(),
          moments.mean(),
          moments.scale(),
          moments.mean() - span,
          moments.mean() + span,
          input.fill(),
          missing,
          input.pieces(),
          input.unit());
    }
    boolean within = input.lower() <= all.least() && all.greatest() <= input.upper();
    return within
        ? input.with(all.moments().mean(), all.moments().scale(), missing)
        : input.with(input.mean(), input.scale(), missing);
  }

  private InputColumn text(TextInput text, List<String> notices) {
    if (text instanceof BooleanInput yesNo) {
      return yesNo(yesNo);
    }
    if (text instanceof DateInput date) {
      return date(date);
    }
    return categories((CategoricalInput) text, notices);
  }

  private BooleanInput yesNo(BooleanInput input) {
    ColumnTotals column = of(input.name());
    Map<String, Long> counts = column.texts().counts();
    double yes = input.yes().stream().mapToDouble(column.texts()::weight).sum();
    double present = counts.keySet().stream().mapToDouble(column.texts()::weight).sum();
    double share = present == 0 ? 0 : yes / present;
    return new BooleanInput(
        input.name(), input.no(), input.yes(), share, TextFit.scale(share), missing(column));
  }

  private DateInput date(DateInput input) {
    MissingRule missing = missing(of(input.name()));
    MissingRule ofParts = missing == MissingRule.REFUSED ? MissingRule.REFUSED : MissingRule.FILLED;
    return new DateInput(
        input.name(),
        input.form(),
        input.parts().stream()
            .map(
                part ->
                    new DateInput.Part(
                        part.part(),
                        part.number().with(part.number().mean(), part.number().scale(), ofParts)))
            .toList(),
        missing);
  }

  /** In the order of the texts, the missing one last; of too many the most frequent. */
  private CategoricalInput categories(CategoricalInput input, List<String> notices) {
    ColumnTotals column = of(input.name());
    List<Map.Entry<String, Long>> seen = new ArrayList<>(column.texts().counts().entrySet());
    if (column.missing() > 0) {
      seen.add(Map.entry(TextInput.MISSING, column.missing()));
    }
    int most =
        new CategoryCount(mostCategories, rows)
            .of(seen.stream().mapToLong(Map.Entry::getValue).toArray(), () -> false);
    boolean tooMany = seen.size() > most;
    List<Map.Entry<String, Long>> kept =
        seen.stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed()) // stable
            .limit(most)
            .sorted(Comparator.comparingInt(seen::indexOf))
            .toList();
    if (tooMany) {
      notices.removeIf(notice -> notice.startsWith("column \"" + input.name() + "\": "));
      notices.add(TextFit.tooMany(input.name(), seen.size(), kept.size()));
    }
    return new CategoricalInput(
        input.name(),
        kept.stream().map(Map.Entry::getKey).toList(),
        kept.stream().map(entry -> weight(column, entry.getKey()) / weight).toList(),
        tooMany,
        column.missingAnywhere() > 0);
  }

  private static double weight(ColumnTotals column, String category) {
    return category.equals(TextInput.MISSING)
        ? column.missingWeight()
        : column.texts().weight(category);
  }

  private TargetColumn target(TargetColumn target) {
    NumberTotals all = of(target.name()).numbers();
    for (double value : List.of(all.least(), all.greatest())) {
      if (!target.defined(value)) {
        throw new InputException(
            "target \"%s\": %s (expected: a value for which the transform %s is defined)"
                .formatted(target.name(), value, target.transform().description()));
      }
    }
    TargetColumn scaled = target;
    boolean beyond =
        target.transform() instanceof BoundedTransform bounds
            && (all.least() < bounds.least() || all.greatest() > bounds.greatest());
    if (target.transform().linear() || beyond) {
      Moments moments = all.moments();
      scaled = TargetColumn.scaled(target.name(), moments.mean(), moments.scale());
    }
    return scaled.with(support(target.support(), all));
  }

  /** A value is not a bound if any row lies beyond it. */
  private static TargetSupport support(TargetSupport found, NumberTotals all) {
    TargetSupport bounds =
        TargetSupport.between(
            all.least() < found.least() ? Double.NEGATIVE_INFINITY : found.least(),
            all.greatest() > found.greatest() ? Double.POSITIVE_INFINITY : found.greatest());
    return bounds.with(found.lattice());
  }
}
