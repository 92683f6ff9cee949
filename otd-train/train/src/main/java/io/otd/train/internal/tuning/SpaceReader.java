// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import io.otd.core.internal.check.Check;
import io.otd.table.problem.InputException;
import io.otd.table.problem.NearestName;
import io.otd.table.problem.Quoted;
import io.otd.train.internal.settings.RawSetting;
import io.otd.train.internal.settings.RawValue;
import io.otd.train.internal.settings.YamlSettings;
import io.otd.train.settings.SettingsReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Reads a search space, {@code SETTING: {LAW: [VALUES]}} a line. Whatever is wrong is reported at
 * once.
 */
public final class SpaceReader {
  private static final String DEPTH = "depth";
  private static final String WIDTH = "width";
  private static final List<String> LAWS =
      List.of("choice", "uniform", "log_uniform", "integer", DEPTH, WIDTH);
  private static final List<String> SECTIONS = List.of("model", "masks", "loss", "training");

  /** Trials with other values of these could not be compared, or not be gone on with. */
  private static final Set<String> FIXED =
      Set.of(
          "model.method",
          "model.members",
          "training.steps",
          "training.validate_every",
          "training.validation_draws",
          "training.validation_rows",
          "training.seed");

  private final Map<String, Map<String, RawSetting>> given = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  private SpaceReader() {}

  /**
   * Reads a file.
   *
   * @throws InputException if it cannot be read, or with all problems in it
   */
  public static SearchSpace read(Path file) {
    return of(YamlSettings.read(file), file.toString());
  }

  /**
   * Reads a text.
   *
   * @param yaml in the form of a file
   * @param name for messages
   * @throws InputException with all problems in it
   */
  public static SearchSpace parse(String yaml, String name) {
    return of(YamlSettings.parse(yaml, name, Path.of("")), name);
  }

  /**
   * A space of what a file has.
   *
   * @param laws of the settings, e.g. {@code training.learning_rate.log_uniform}
   */
  static SearchSpace of(List<RawSetting> laws, String name) {
    SpaceReader reader = new SpaceReader();
    laws.forEach(reader::add);
    Map<String, Distribution> space = new LinkedHashMap<>();
    reader.given.forEach((path, words) -> reader.read(path, words, space));
    if (space.isEmpty() && reader.problems.isEmpty()) {
      reader.problems.add(
          name + ": no settings (expected: such as training.batch: {choice: [32, 64]})");
    }
    if (!reader.problems.isEmpty()) {
      throw new InputException(reader.problems.stream().distinct().toList());
    }
    return new SearchSpace(space);
  }

  private void add(RawSetting raw) {
    int dot = raw.path().lastIndexOf('.');
    String law = raw.path().substring(dot + 1);
    if (dot < 0 || !LAWS.contains(law)) {
      problems.add(
          "%s: %s: %s (expected: a setting and a distribution, such as training.batch: {choice: [32, 64]}; the distributions are %s%s)"
              .formatted(
                  raw.origin(),
                  Quoted.of(raw.path()),
                  Quoted.of(raw.value().toString()),
                  String.join(", ", LAWS),
                  NearestName.hint(law, LAWS)));
      return;
    }
    Map<String, RawSetting> words =
        given.computeIfAbsent(raw.path().substring(0, dot), path -> new LinkedHashMap<>());
    if (words.put(law, raw) != null) {
      problems.add("%s: %s appears twice".formatted(raw.origin(), raw.path()));
    }
  }

  private void read(String path, Map<String, RawSetting> words, Map<String, Distribution> space) {
    RawSetting first = words.values().iterator().next();
    try {
      Distribution law = law(words);
      requireSuits(path, law, first.origin());
      space.put(path, law);
    } catch (InputException e) {
      problems.addAll(e.problems());
    } catch (IllegalArgumentException e) {
      problems.add("%s: %s.%s".formatted(first.origin(), path, e.getMessage()));
    }
  }

  private static Distribution law(Map<String, RawSetting> words) {
    if (words.keySet().equals(Set.of(DEPTH, WIDTH))) {
      return new Distribution.Layers(
          wholes(DEPTH, value(words, DEPTH)), wholes(WIDTH, value(words, WIDTH)));
    }
    String word = words.keySet().iterator().next();
    if (words.size() > 1 || word.equals(DEPTH) || word.equals(WIDTH)) {
      throw new IllegalArgumentException(
          "%s: %s (expected: one distribution, or depth and width)"
              .formatted(word, String.join(" and ", words.keySet())));
    }
    RawValue value = value(words, word);
    return switch (word) {
      case "choice" -> new Distribution.Choice(texts(word, value));
      case "uniform" -> Distribution.uniform(number(word, value, 0), number(word, value, 1));
      case "log_uniform" -> Distribution.logUniform(number(word, value, 0), number(word, value, 1));
      default -> {
        List<Integer> ends = wholes(word, value);
        requireTwo(word, value, ends.size());
        yield new Distribution.Whole(ends.get(0), ends.get(1));
      }
    };
  }

  private static RawValue value(Map<String, RawSetting> words, String word) {
    return Objects.requireNonNull(words.get(word)).value();
  }

  private static List<String> texts(String law, RawValue value) {
    if (value instanceof RawValue.Items items) {
      return items.items();
    }
    throw new IllegalArgumentException(
        "%s: %s (expected: a list such as [32, 64]; lists among its items as \"64,64\")"
            .formatted(law, value));
  }

  private static double number(String law, RawValue value, int place) {
    List<String> texts = texts(law, value);
    requireTwo(law, value, texts.size());
    try {
      return Double.parseDouble(texts.get(place));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(law + ": " + value + " (expected: two numbers)", e);
    }
  }

  private static List<Integer> wholes(String law, RawValue value) {
    try {
      return texts(law, value).stream().map(Integer::valueOf).toList();
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(law + ": " + value + " (expected: whole numbers)", e);
    }
  }

  private static void requireTwo(String law, RawValue value, int count) {
    Check.that(count == 2, law, value, "two numbers, the smallest and the largest");
  }

  /** The setting is known, can be searched, and accepts these values. */
  private static void requireSuits(String path, Distribution law, String origin) {
    for (String value : law.examples()) {
      new SettingsReader().assignment(path, value, origin).requireKnown();
    }
    if (FIXED.contains(path) || !SECTIONS.contains(path.substring(0, path.indexOf('.')))) {
      throw new InputException(
          "%s: %s: not searched (expected: a setting of %s that leaves the trials comparable)"
              .formatted(origin, path, String.join(", ", SECTIONS)));
    }
  }
}
