// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A column of yes and no: 1 or 0, standardised, and where training rows had missing cells a second
 * input that is 1 for a missing cell. A missing cell is encoded as the mean. Any other text has no
 * code.
 *
 * @param name of the column
 * @param no the texts that mean 0, at least one
 * @param yes the texts that mean 1, at least one
 * @param mean share of yes in the training rows
 * @param scale their standard deviation, greater than 0; 1 for a constant column
 * @param missing what a missing cell means
 */
public record BooleanInput(
    String name, List<String> no, List<String> yes, double mean, double scale, MissingRule missing)
    implements ListedInput {
  /** Checks texts and ranges. */
  public BooleanInput {
    no = List.copyOf(no);
    yes = List.copyOf(yes);
    if (no.isEmpty() || yes.isEmpty() || no.stream().anyMatch(yes::contains)) {
      throw new IllegalArgumentException(
          "column \"%s\": no is %s, yes is %s (expected: different texts)"
              .formatted(name, no, yes));
    }
    if (!(mean >= 0 && mean <= 1) || !(scale > 0) || Double.isInfinite(scale)) {
      throw new IllegalArgumentException(
          "column \"%s\": mean %s, scale %s (expected: mean in [0, 1], scale > 0)"
              .formatted(name, mean, scale));
    }
  }

  @Override
  public String kind() {
    return "boolean";
  }

  @Override
  public List<String> features() {
    return missing == MissingRule.INDICATED ? List.of(name, name + ": missing") : List.of(name);
  }

  @Override
  public String description() {
    String value = "%s 1, %s 0".formatted(yes.get(0), no.get(0));
    String text = value + "; " + Formulas.standardized("value", mean, scale);
    if (mayBeMissing()) {
      text += ", missing as the mean";
    }
    return missing == MissingRule.INDICATED ? text + " with an indicator" : text;
  }

  @Override
  public boolean mayBeMissing() {
    return missing != MissingRule.REFUSED;
  }

  @Override
  public List<String> texts() {
    List<String> texts = new ArrayList<>(no);
    texts.addAll(yes);
    if (mayBeMissing()) {
      texts.add(MISSING);
    }
    return List.copyOf(texts);
  }

  @Override
  public Map<String, String> truths() {
    return Map.of("false", no.get(0), "true", yes.get(0));
  }

  @Override
  public double code(int place, int feature) {
    int known = no.size() + yes.size();
    if (place > known || (place == known && !mayBeMissing())) {
      return Double.NaN;
    }
    boolean gap = place == known;
    if (feature == 1) {
      return gap ? 1 : 0;
    }
    return gap ? 0 : ((place < no.size() ? 0 : 1) - mean) / scale;
  }

  @Override
  public boolean accepts(String text) {
    return place(text) < texts().size();
  }

  @Override
  public String standIn() {
    return (mean < 0.5 ? no : yes).get(0);
  }

  @Override
  public String expected() {
    return no.get(0) + " or " + yes.get(0) + (mayBeMissing() ? ", or nothing" : "");
  }
}
