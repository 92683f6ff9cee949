// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import io.otd.table.internal.url.DatabaseUrl;
import io.otd.table.problem.InputException;
import io.otd.table.problem.NearestName;
import io.otd.table.problem.Quoted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The settings that a user gives in files and options; later ones take precedence. All problems are
 * reported at once.
 */
public final class GivenSettings {
  private final List<SettingKey> keys;
  private final Map<String, SettingKey> known;
  private final List<RawSetting> given = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  /** Hears each value before it takes effect. */
  @FunctionalInterface
  public interface Change {
    /**
     * A value is about to take effect.
     *
     * @param values by path, those that are in effect; it may remove some
     */
    void hear(Map<String, Object> values, SettingKey key, Object value);
  }

  /** Nothing yet, of these settings. */
  public GivenSettings(List<SettingKey> keys) {
    this.keys = keys;
    this.known = keys.stream().collect(Collectors.toMap(SettingKey::path, k -> k));
  }

  /**
   * Adds the settings of a YAML file; relative file names in it start from its folder.
   *
   * @throws InputException if the file cannot be read or is not YAML
   */
  public void file(Path path) {
    given.addAll(YamlSettings.read(path));
  }

  /** Adds the settings of a YAML text, for messages under a name. */
  public void text(String yaml, String name) {
    given.addAll(YamlSettings.parse(yaml, name, Path.of("")));
  }

  /**
   * Adds a setting as written on a command line.
   *
   * @param assignment {@code key=value}; lists as {@code [a, b]} or {@code a,b}
   */
  public void assignment(String assignment) {
    int equals = assignment.indexOf('=');
    if (equals < 1) {
      problems.add("--set: " + assignment + " (expected: KEY=VALUE)");
      return;
    }
    assignment(
        assignment.substring(0, equals).strip(),
        assignment.substring(equals + 1).strip(),
        RawSetting.SET);
  }

  /**
   * Adds a setting as written on a command line.
   *
   * @param text its value; a list as {@code [a, b]} or {@code a,b}, none as {@code null}
   * @param origin for messages
   */
  public void assignment(String path, String text, String origin) {
    given.add(new RawSetting(path, commandLineValue(path, text), origin, Path.of("")));
  }

  /**
   * Adds one setting unchanged.
   *
   * @param values one text, or the items of a list
   * @param origin for messages, e.g. {@code --target}
   */
  public void value(String path, List<String> values, String origin) {
    RawValue value =
        values.size() == 1 ? new RawValue.Text(values.get(0)) : new RawValue.Items(values);
    given.add(new RawSetting(path, value, origin, Path.of("")));
  }

  private RawValue commandLineValue(String path, String text) {
    SettingKey key = known.get(path);
    if (text.isEmpty() || text.equals("null")) {
      return new RawValue.Nothing();
    }
    if (key == null || !(key.kind() instanceof ListKind)) {
      return new RawValue.Text(text);
    }
    if (text.startsWith("[")) {
      List<RawSetting> parsed = YamlSettings.parse("v: " + text, "--set " + path, Path.of(""));
      return parsed.isEmpty() ? new RawValue.Nested() : parsed.get(0).value();
    }
    return new RawValue.Items(List.of(text.split("\\s*,\\s*")));
  }

  /**
   * The values, each checked by itself.
   *
   * @param change hears each
   * @return by path
   * @throws InputException with every unknown key and every bad value
   */
  public Map<String, Object> values(Change change) {
    Set<String> sections = new LinkedHashSet<>(keys.stream().map(SettingKey::section).toList());
    List<String> wrong = new ArrayList<>(problems);
    Map<String, Object> values = new HashMap<>();
    for (RawSetting raw : given) {
      SettingKey key = known.get(raw.path());
      if (key != null) {
        try {
          Object value = key.kind().parse(raw.value(), raw.folder());
          change.hear(values, key, value);
          values.put(key.path(), value);
        } catch (BadValueException e) {
          wrong.add(
              "%s: %s (expected: %s)".formatted(raw.place(), shown(raw.value()), e.getMessage()));
        }
      } else if (!sections.contains(raw.path())) {
        wrong.add(unknown(raw, sections));
      } else if (!(raw.value() instanceof RawValue.Nothing)) {
        wrong.add(
            "%s: %s: %s (expected: settings of this section)"
                .formatted(raw.origin(), raw.path(), shown(raw.value())));
      }
    }
    InputException.throwIfAny(wrong);
    return values;
  }

  private String unknown(RawSetting raw, Set<String> sections) {
    String nearest =
        nearest(raw.path(), sections)
            .map(n -> "did you mean \"" + n + "\"?")
            .orElse("the sections are " + String.join(", ", sections));
    return "%s: %s: unknown setting (%s)"
        .formatted(raw.origin(), Quoted.brief(raw.path()), nearest);
  }

  /** The nearest path, or the path of the setting with the nearest name in any section. */
  private Optional<String> nearest(String path, Set<String> sections) {
    List<String> paths = new ArrayList<>(SettingKey.paths(keys));
    paths.addAll(sections);
    String last = path.substring(path.lastIndexOf('.') + 1);
    return NearestName.to(path, paths)
        .or(
            () ->
                NearestName.to(last, keys.stream().map(SettingKey::name).toList())
                    .flatMap(
                        name ->
                            keys.stream()
                                .filter(k -> k.name().equals(name))
                                .map(SettingKey::path)
                                .findFirst()));
  }

  private static String shown(RawValue value) {
    return Quoted.brief(DatabaseUrl.plain(value.toString()));
  }
}
