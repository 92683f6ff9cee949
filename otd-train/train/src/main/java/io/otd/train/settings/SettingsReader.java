// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

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
 * Combines settings: the defaults of the method, then a file, then {@code key=value} pairs; later
 * ones take precedence. All problems are reported at once.
 *
 * <p>If a method is given after another one, settings given in between that equal the defaults of
 * the earlier method are dropped, so that a complete file of one method can be run with another.
 */
public final class SettingsReader {
  private final List<RawSetting> given = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  /** Starts from the defaults. */
  public SettingsReader() {}

  /**
   * Adds the settings of a YAML file; relative file names in it start from its folder.
   *
   * @throws InputException if the file cannot be read or is not YAML
   */
  public SettingsReader file(Path path) {
    given.addAll(YamlSettings.read(path));
    return this;
  }

  /** Adds the settings of a YAML text, for messages under a name. */
  public SettingsReader text(String yaml, String name) {
    given.addAll(YamlSettings.parse(yaml, name, Path.of("")));
    return this;
  }

  /**
   * Adds a setting as written on a command line.
   *
   * @param assignment {@code key=value}; lists as {@code [a, b]} or {@code a,b}
   */
  public SettingsReader assignment(String assignment) {
    int equals = assignment.indexOf('=');
    if (equals < 1) {
      problems.add("--set " + assignment + " (expected: key=value)");
      return this;
    }
    return assignment(
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
  public SettingsReader assignment(String path, String text, String origin) {
    given.add(new RawSetting(path, commandLineValue(path, text), origin, Path.of("")));
    return this;
  }

  /**
   * Adds one setting unchanged.
   *
   * @param values one text, or the items of a list
   * @param origin for messages, e.g. {@code --target}
   */
  public SettingsReader value(String path, List<String> values, String origin) {
    RawValue value =
        values.size() == 1 ? new RawValue.Text(values.get(0)) : new RawValue.Items(values);
    given.add(new RawSetting(path, value, origin, Path.of("")));
    return this;
  }

  private RawValue commandLineValue(String path, String text) {
    boolean list =
        SettingsTree.keys(Settings.STANDARD).stream()
            .anyMatch(k -> k.path().equals(path) && k.kind() instanceof ListKind);
    if (text.isEmpty() || text.equals("null")) {
      return new RawValue.Nothing();
    }
    if (!list) {
      return new RawValue.Text(text);
    }
    if (text.startsWith("[")) {
      List<RawSetting> parsed = YamlSettings.parse("v: " + text, "--set " + path, Path.of(""));
      return parsed.isEmpty() ? new RawValue.Nested() : parsed.get(0).value();
    }
    return new RawValue.Items(List.of(text.split("\\s*,\\s*")));
  }

  /**
   * Checks each setting by itself, not whether all of them go together.
   *
   * @throws InputException with every unknown key and every bad value
   */
  public void requireKnown() {
    values();
  }

  /**
   * The settings.
   *
   * @throws InputException with every unknown key and every bad value, or what does not go together
   */
  public Settings settings() {
    Map<String, Object> values = values();
    Method method = (Method) values.getOrDefault(Method.path(), Method.AUTO);
    return SettingsTree.with(method.standard(), values).requireConsistent();
  }

  private Map<String, Object> values() {
    List<SettingKey> keys = SettingsTree.keys(Settings.STANDARD);
    Map<String, SettingKey> known =
        keys.stream().collect(Collectors.toMap(SettingKey::path, k -> k));
    Set<String> sections = new LinkedHashSet<>(keys.stream().map(SettingKey::section).toList());
    List<String> wrong = new ArrayList<>(problems);
    Map<String, Object> values = new HashMap<>();
    for (RawSetting raw : given) {
      SettingKey key = known.get(raw.path());
      if (key != null) {
        try {
          Object value = key.kind().parse(raw.value(), raw.folder());
          if (value instanceof Method other) {
            if (values.get(Method.path()) instanceof Method earlier && earlier != other) {
              dropDefaults(values, earlier);
            }
          }
          values.put(key.path(), value);
        } catch (BadValueException e) {
          wrong.add(
              "%s: %s (expected: %s)".formatted(raw.place(), shown(raw.value()), e.getMessage()));
        }
      } else if (!sections.contains(raw.path())) {
        wrong.add(unknown(raw, keys, sections));
      } else if (!(raw.value() instanceof RawValue.Nothing)) {
        wrong.add(
            "%s: %s: %s (expected: settings of this section)"
                .formatted(raw.origin(), raw.path(), shown(raw.value())));
      }
    }
    if (!wrong.isEmpty()) {
      throw new InputException(wrong);
    }
    return values;
  }

  private static void dropDefaults(Map<String, Object> values, Method method) {
    Settings standard = method.standard();
    Method.paths().forEach(path -> values.remove(path, SettingsTree.value(standard, path)));
  }

  private static String unknown(RawSetting raw, List<SettingKey> keys, Set<String> sections) {
    String nearest =
        nearest(raw.path(), keys, sections)
            .map(n -> "did you mean \"" + n + "\"?")
            .orElse("the sections are " + String.join(", ", sections));
    return "%s: %s: unknown setting (%s)"
        .formatted(raw.origin(), Quoted.brief(raw.path()), nearest);
  }

  /** The nearest path, or the path of the setting with the nearest name in any section. */
  private static Optional<String> nearest(
      String path, List<SettingKey> keys, Set<String> sections) {
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
