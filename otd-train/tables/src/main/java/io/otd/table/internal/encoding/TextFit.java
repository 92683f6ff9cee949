// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.TextInput;
import io.otd.table.Column;
import io.otd.table.TextColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Fits a column of texts on training rows.
 *
 * @param mostCategories their maximum number; absent to leave it to the rows
 * @param targets of the training rows
 */
record TextFit(Optional<Integer> mostCategories, TargetRanks targets) {
  /** Minimum scale of yes and no: that of one in a hundred. */
  private static final double LEAST_SCALE = 0.1;

  /** The place of the text in the dictionary for each of some rows; its size for a missing one. */
  private static int[] codes(TextColumn column, int[] rows) {
    int missing = column.dictionary().size();
    return IntStream.of(rows)
        .map(row -> column.missing(row) ? missing : column.codes()[row])
        .toArray();
  }

  /** How often each text of a column occurs in some rows; the last is the missing one. */
  private static int[] counts(TextColumn column, int[] rows) {
    int[] counts = new int[column.dictionary().size() + 1];
    for (int code : codes(column, rows)) {
      counts[code]++;
    }
    return counts;
  }

  /** The weight of the rows that have each text; the last is the missing one. */
  private static double[] weighed(TextColumn column, int[] rows, RowWeights weights) {
    double[] sums = new double[column.dictionary().size() + 1];
    int[] codes = codes(column, rows);
    for (int i = 0; i < codes.length; i++) {
      sums[codes[i]] += weights.at(i);
    }
    return sums;
  }

  /** Yes and no, standardised. */
  FittedInput yesAndNo(Column column, int[] rows, RowWeights weights) {
    TextColumn texts = column.texts();
    BooleanWords words = BooleanWords.of(texts.dictionary()).orElseThrow();
    double[] weighed = weighed(texts, rows, weights);
    int missing = counts(texts, rows)[weighed.length - 1];
    double yes = 0;
    double all = 0;
    for (int i = 0; i < texts.dictionary().size(); i++) {
      yes += words.yesTexts().contains(texts.dictionary().get(i)) ? weighed[i] : 0;
      all += weighed[i];
    }
    double share = missing == rows.length ? 0 : yes / all;
    return new FittedInput(
        new BooleanInput(
            column.name(),
            words.noTexts(),
            words.yesTexts(),
            share,
            scale(share),
            MissingRule.of(missing > 0, column.missingCells() > 0)),
        List.of());
  }

  /** Categories in the order of the dictionary, the missing one last. */
  FittedInput categories(Column column, int[] rows, RowWeights weights) {
    TextColumn texts = column.texts();
    int[] counts = counts(texts, rows);
    int[] seen = IntStream.range(0, counts.length).filter(i -> counts[i] > 0).toArray();
    int most =
        new CategoryCount(mostCategories, rows.length)
            .of(IntStream.of(seen).mapToLong(i -> counts[i]).toArray(), () -> informative(texts));
    boolean tooMany = seen.length > most;
    int[] kept = tooMany ? mostFrequent(seen, counts, most) : seen;
    List<String> categories = new ArrayList<>();
    List<Double> shares = new ArrayList<>();
    double[] weighed = weighed(texts, rows, weights);
    double all = weights.sum();
    for (int i : kept) {
      categories.add(
          i == texts.dictionary().size() ? TextInput.MISSING : texts.dictionary().get(i));
      shares.add(weighed[i] / all);
    }
    return new FittedInput(
        new CategoricalInput(column.name(), categories, shares, tooMany, column.missingCells() > 0),
        tooMany ? List.of(tooMany(column.name(), seen.length, kept.length)) : List.of());
  }

  /** Whether the mean of a target differs among the texts. */
  private boolean informative(TextColumn texts) {
    int[] codes = codes(texts, targets.rows());
    int[] seen = IntStream.of(codes).distinct().sorted().toArray();
    int[] groups = IntStream.of(codes).map(code -> Arrays.binarySearch(seen, code)).toArray();
    return targets.all().stream()
        .map(target -> GroupMeans.of(groups, seen.length, target))
        .anyMatch(means -> means.informative(means.spread()));
  }

  /**
   * The scale of yes and no.
   *
   * @param share of yes among those present
   */
  static double scale(double share) {
    boolean constant = share == 0 || share == 1;
    return constant ? 1 : Math.max(LEAST_SCALE, Math.sqrt(share * (1 - share)));
  }

  static String tooMany(String name, int seen, int kept) {
    return ("column \"%s\": %s different texts, of which the %s most frequent are categories"
            + " and the others share one (columns.most_categories)")
        .formatted(name, seen, kept);
  }

  private static int[] mostFrequent(int[] seen, int[] counts, int most) {
    return IntStream.of(seen)
        .boxed()
        .sorted(Comparator.comparing((Integer i) -> -counts[i]))
        .limit(most)
        .sorted()
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
