// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.otd.paper.printed.PrintedNumbers;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An experiment in words, and what it is compared with: its file.
 *
 * @param title for readers
 * @param question in a few sentences
 * @param reproduces the reproduced part of the paper, e.g. the caption of a table
 * @param measures in order; none where the code lists them
 * @param varied the setting in which the variants differ, if it is a number
 * @param references values of others in the paper's setting
 */
public record Description(
    String title,
    String question,
    String reproduces,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<Measure> measures,
    @Nullable VariedSetting varied,
    List<Reference> references) {
  /** Keeps the lists. */
  public Description {
    measures = List.copyOf(measures);
    references = List.copyOf(references);
  }

  /**
   * Reads a file.
   *
   * @param experiment its short name
   */
  static Description of(String experiment) {
    return PrintedNumbers.read(Description.class, experiment + ".json", Description.class);
  }

  /** The setting in which the variants differ; there is one. */
  public VariedSetting setting() {
    return Objects.requireNonNull(varied, title);
  }
}
