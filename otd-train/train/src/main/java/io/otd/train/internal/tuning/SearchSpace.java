// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import io.otd.core.internal.graph.Uniforms;
import io.otd.train.settings.MaskSettings.Law;
import io.otd.train.settings.Settings;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The searched settings and their distributions; all draws are independent.
 *
 * @param laws by the paths of the settings, at least one
 */
public record SearchSpace(Map<String, Distribution> laws) {
  /** Keeps the order. */
  public SearchSpace {
    laws = Collections.unmodifiableMap(new LinkedHashMap<>(laws));
  }

  /**
   * The default space: the settings that matter for tables, as far as they apply to the law of the
   * masks.
   *
   * @param base the settings that are not searched
   */
  public static SearchSpace standard(Settings base) {
    Map<String, Distribution> laws = new LinkedHashMap<>();
    List<Integer> widths = List.of(32, 64, 128);
    laws.put("model.hidden", new Distribution.Layers(List.of(2, 3, 4), widths));
    laws.put("model.residual", choice("true", "false"));
    laws.put("model.linear_path", choice("true", "false"));
    laws.put("training.learning_rate", Distribution.logUniform(1e-3, 3e-2));
    laws.put("training.batch", choice("32", "64", "128"));
    laws.put("training.weight_decay", Distribution.logUniform(1e-4, 1e-1));
    laws.put("model.scaled_masks", choice("true", "false"));
    laws.put("masks.p", Distribution.uniform(.3, .95));
    laws.put("masks.temperature", Distribution.logUniform(.1, 2));
    laws.put("masks.velocity", new Distribution.Layers(List.of(1, 2), List.of(16, 32, 64)));
    laws.put("masks.solver", choice("euler", "heun"));
    if (base.masks().steps() > 0) { // else the flow is turned off
      laws.put("masks.steps", choice("0", "2", "4", "8"));
    }
    laws.put("loss.action_weight", Distribution.logUniform(1e-4, 1e-1));
    laws.keySet().removeIf(path -> !matters(path, base));
    return new SearchSpace(laws);
  }

  /**
   * Whether the value of a setting matters, given the others: a flow of no steps has no solver.
   *
   * @param path of the setting
   * @param settings that it is one of
   */
  static boolean matters(String path, Settings settings) {
    Law law = settings.masks().law();
    boolean masked = law != Law.DETERMINISTIC;
    boolean relaxed = masked && law != Law.BERNOULLI;
    boolean carried = relaxed && law != Law.CONCRETE_DROPOUT;
    return switch (path) {
      case "model.scaled_masks", "masks.p" -> masked;
      case "masks.temperature" -> relaxed;
      case "masks.steps" -> carried;
      case "masks.velocity", "masks.solver", "loss.action_weight" ->
          carried && settings.masks().steps() > 0;
      default -> true;
    };
  }

  private static Distribution choice(String... values) {
    return new Distribution.Choice(List.of(values));
  }

  /** The same without some settings. */
  public SearchSpace without(Collection<String> paths) {
    Map<String, Distribution> others = new LinkedHashMap<>(laws);
    others.keySet().removeAll(paths);
    return new SearchSpace(others);
  }

  /**
   * The values of a trial. The value of a setting depends on the seed, the number and its path, not
   * on the other settings of the space.
   *
   * @param trial number
   * @return texts as on a command line, by path
   */
  public Map<String, String> values(long seed, int trial) {
    long key = Uniforms.key(seed, trial);
    Map<String, String> values = new LinkedHashMap<>();
    laws.forEach(
        (path, law) -> {
          long own = Uniforms.key(key, path.hashCode());
          values.put(path, law.value(i -> (Uniforms.key(own, i) >>> 11) * 0x1p-53));
        });
    return values;
  }

  /** The space in the form of a file, one setting per line. */
  public String yaml() {
    StringBuilder text = new StringBuilder();
    laws.forEach((path, law) -> text.append(path + ": " + law.yaml() + "\n"));
    return text.toString();
  }
}
