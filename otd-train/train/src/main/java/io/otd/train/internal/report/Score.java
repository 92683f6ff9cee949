// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.files.ClassResource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A score in words.
 *
 * @param name in results, e.g. {@code energy_score}, without a level
 * @param title as a heading
 * @param meaning in a few words
 * @param inTargetUnit whether its values are in the unit of the target
 */
public record Score(
    String name,
    String title,
    String meaning,
    @JsonProperty("in_target_unit") boolean inTargetUnit) {
  private static final String ERROR = "_error";

  private static final List<Score> ALL = read();

  /** The scores that a report of a run shows first, in order. */
  static final List<Score> HEADLINES =
      List.of("rmse", "mae", "energy_score", "nll_kde", "mace", "pit_ks_p").stream()
          .map(name -> find(name).orElseThrow())
          .toList();

  private static List<Score> read() {
    try {
      return List.of(
          new ObjectMapper()
              .readValue(ClassResource.bytes(Score.class, "scores.json"), Score[].class));
    } catch (IOException e) {
      throw new IllegalStateException("scores.json: cannot be read", e);
    }
  }

  /**
   * The score that a name such as {@code test.picp_0.9} or {@code conformal.width_0.9} is of.
   *
   * @return nothing where the name is not known
   */
  public static Optional<Score> find(String name) {
    String score =
        plain(name)
            .replaceFirst("^conformal\\.", "")
            .replaceFirst("^cost_.*?(_by_mean)?$", "cost$1")
            .replaceFirst("_-?\\d+(\\.\\d+)?$", "");
    return ALL.stream().filter(s -> s.name().equals(score)).findFirst();
  }

  /** Title and meaning of a name such as {@code test.picp_0.9}, empty if it is not known. */
  static String meaning(String name) {
    if (name.endsWith(ERROR)) {
      return find(name.substring(0, name.length() - ERROR.length()))
          .map(s -> s.title() + ": its standard error")
          .orElse("");
    }
    String of = plain(name).startsWith("conformal.") ? "Conformal intervals. " : "";
    return find(name).map(s -> of + s.title() + ": " + s.note("the target")).orElse("");
  }

  /**
   * Meaning and unit.
   *
   * @param targets whose unit it has where it has one
   */
  public String note(String targets) {
    return inTargetUnit ? meaning + "; in the unit of " + targets : meaning;
  }

  private static String plain(String name) {
    return name.replaceFirst("^(test\\.|validation\\.|training\\.)", "");
  }
}
