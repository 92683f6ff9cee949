// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import io.otd.table.problem.InputException;
import io.otd.train.internal.settings.GivenSettings;
import io.otd.train.internal.settings.SettingKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Combines settings: the defaults of the method, then a file, then {@code key=value} pairs; later
 * ones take precedence. All problems are reported at once.
 *
 * <p>If a method is given after another one, settings given in between that equal the defaults of
 * the earlier method are dropped, so that a complete file of one method can be run with another.
 */
public final class SettingsReader {
  private final GivenSettings given = new GivenSettings(Settings.TREE.keys(Settings.STANDARD));

  /** Starts from the defaults. */
  public SettingsReader() {}

  /**
   * Adds the settings of a YAML file; relative file names in it start from its folder.
   *
   * @throws InputException if the file cannot be read or is not YAML
   */
  public SettingsReader file(Path path) {
    given.file(path);
    return this;
  }

  /** Adds the settings of a YAML text, for messages under a name. */
  public SettingsReader text(String yaml, String name) {
    given.text(yaml, name);
    return this;
  }

  /**
   * Adds a setting as written on a command line.
   *
   * @param assignment {@code key=value}; lists as {@code [a, b]} or {@code a,b}
   */
  public SettingsReader assignment(String assignment) {
    given.assignment(assignment);
    return this;
  }

  /**
   * Adds a setting as written on a command line.
   *
   * @param text its value; a list as {@code [a, b]} or {@code a,b}, none as {@code null}
   * @param origin for messages
   */
  public SettingsReader assignment(String path, String text, String origin) {
    given.assignment(path, text, origin);
    return this;
  }

  /**
   * Adds one setting unchanged.
   *
   * @param values one text, or the items of a list
   * @param origin for messages, e.g. {@code --target}
   */
  public SettingsReader value(String path, List<String> values, String origin) {
    given.value(path, values, origin);
    return this;
  }

  /**
   * Checks each setting by itself, not whether all of them go together.
   *
   * @throws InputException with every unknown key and every bad value
   */
  public void requireKnown() {
    Map<String, Object> unused = values();
  }

  /**
   * The settings.
   *
   * @throws InputException with every unknown key and every bad value, or what does not go together
   */
  public Settings settings() {
    Map<String, Object> values = values();
    Method method = (Method) values.getOrDefault(Method.path(), Method.AUTO);
    return Settings.TREE.with(method.standard(), values).requireConsistent();
  }

  private Map<String, Object> values() {
    return given.values(SettingsReader::hear);
  }

  private static void hear(Map<String, Object> values, SettingKey key, Object value) {
    if (value instanceof Method other
        && values.get(Method.path()) instanceof Method earlier
        && earlier != other) {
      Settings standard = earlier.standard();
      Method.paths().forEach(path -> values.remove(path, Settings.TREE.value(standard, path)));
    }
  }
}
