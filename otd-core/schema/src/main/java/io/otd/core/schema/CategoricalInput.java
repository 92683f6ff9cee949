// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import io.otd.core.internal.cell.Blanks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A column of categories: one input per category, 1 for the cell's own and 0 for the others.
 *
 * <p>All texts that are not a category share one bucket. If training rows fell into it, because
 * only the most frequent texts became categories, it has its own input. Otherwise no weight was
 * ever learned for it, and it is encoded as the mean of the training rows: each category by its
 * share, so that the network answers about as for an average category. The empty text, a missing
 * cell, is a category where training rows had it.
 *
 * @param name of the column
 * @param categories the texts, at least one, each once
 * @param shares of the categories among the training rows, each in [0, 1]
 * @param bucket whether texts that are not a category have their own input
 * @param mayBeMissing whether a cell may be missing
 */
public record CategoricalInput(
    String name, List<String> categories, List<Double> shares, boolean bucket, boolean mayBeMissing)
    implements ListedInput {
  private static final Set<String> DIGITS = Set.of("0", "1", MISSING);

  /** Checks the sizes and ranges. */
  public CategoricalInput {
    categories = List.copyOf(categories);
    shares = List.copyOf(shares);
    if (categories.isEmpty() || new HashSet<>(categories).size() != categories.size()) {
      throw new IllegalArgumentException(
          "column \"%s\": categories %s (expected: at least one, each once)"
              .formatted(name, categories));
    }
    if (shares.size() != categories.size()
        || shares.stream().anyMatch(share -> !(share >= 0 && share <= 1))) {
      throw new IllegalArgumentException(
          "column \"%s\": shares %s (expected: %s in [0, 1])"
              .formatted(name, shares, categories.size()));
    }
  }

  @Override
  public String kind() {
    return "categorical";
  }

  @Override
  public List<String> features() {
    List<String> features = new ArrayList<>();
    for (String category : categories) {
      features.add(category.equals(MISSING) ? name + ": missing" : name + "=" + category);
    }
    if (bucket) {
      features.add(name + ": other");
    }
    return features;
  }

  @Override
  public int width() {
    return categories.size() + (bucket ? 1 : 0);
  }

  @Override
  public String description() {
    return "one input for each of %s categories, unknown ones %s"
        .formatted(categories.size(), bucket ? "share one" : "as the mean");
  }

  @Override
  public List<String> texts() {
    return categories;
  }

  /** True and false in other letters; 1 and 0 if there are no other categories. */
  @Override
  public Map<String, String> truths() {
    Map<String, String> truths = new HashMap<>();
    boolean digits = DIGITS.containsAll(categories);
    for (String category : categories) {
      switch (category) {
        case "True", "TRUE" -> truths.putIfAbsent("true", category);
        case "False", "FALSE" -> truths.putIfAbsent("false", category);
        default -> {
          if (digits && !category.equals(MISSING)) {
            truths.put(category.equals("1") ? "true" : "false", category);
          }
        }
      }
    }
    return truths;
  }

  @Override
  public double code(int place, int feature) {
    boolean unknown = place >= categories.size();
    if (unknown && !bucket) {
      return shares.get(feature);
    }
    return place == feature ? 1 : 0;
  }

  @Override
  public boolean accepts(String text) {
    return mayBeMissing || !Blanks.all(text);
  }

  /** No category; its inputs are those of any unknown text. */
  @Override
  public String standIn() {
    String text = "(missing)";
    while (categories.contains(text)) {
      text = "(" + text + ")";
    }
    return text;
  }

  @Override
  public String expected() {
    return mayBeMissing ? "a text, or nothing" : "a text";
  }
}
