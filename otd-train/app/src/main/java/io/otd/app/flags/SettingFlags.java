// SPDX-License-Identifier: Apache-2.0
package io.otd.app.flags;

import io.otd.core.internal.settings.Flags;
import io.otd.train.internal.settings.ListKind;
import io.otd.train.internal.settings.SettingKey;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The options of settings, each with its names, its description and its default. */
public final class SettingFlags {
  /** A command with such options. */
  public interface Owner {
    /** Its options. */
    SettingFlags flags();
  }

  /** Takes settings. */
  @FunctionalInterface
  public interface Taker {
    /**
     * Takes one.
     *
     * @param values one text, or the items of a list
     * @param origin for messages
     */
    void value(String path, List<String> values, String origin);
  }

  private final Map<String, OptionSpec> options = new LinkedHashMap<>();

  /** Those of the settings that have options of their own. */
  public SettingFlags(List<SettingKey> keys) {
    for (SettingKey key : keys) {
      key.flags().ifPresent(flags -> options.put(key.path(), option(key, flags)));
    }
  }

  private static OptionSpec option(SettingKey key, Flags flags) {
    OptionSpec.Builder option = OptionSpec.builder(flags.value());
    if (flags.label().isEmpty()) {
      return option.type(Boolean.class).description(key.description()).build();
    }
    if (key.kind() instanceof ListKind) {
      option.type(List.class).auxiliaryTypes(String.class);
      if (!flags.repeated()) {
        option.splitRegex(",");
      }
    } else {
      option.type(String.class);
    }
    return option
        .arity("1")
        .paramLabel(flags.label())
        .description(key.description() + standard(key))
        .build();
  }

  /** The default for the help, where there is one that the description does not say. */
  private static String standard(SettingKey key) {
    Object standard = key.standard();
    boolean none =
        standard.equals(Optional.empty()) || (standard instanceof List<?> list && list.isEmpty());
    return none ? "" : " Default: %s.".formatted(typed(standard, key));
  }

  /** As it would be typed on a command line. */
  private static String typed(Object standard, SettingKey key) {
    if (standard instanceof List<?> items) {
      return items.stream().map(Object::toString).collect(Collectors.joining(","));
    }
    return standard instanceof String text ? text : key.standardText();
  }

  /** Adds the options to the commands that have some. */
  public static void addTo(CommandLine line) {
    if (line.getCommandSpec().userObject() instanceof Owner owner) {
      owner.flags().options.values().forEach(line.getCommandSpec()::addOption);
    }
    line.getSubcommands().values().forEach(SettingFlags::addTo);
  }

  /** Whether the user set any of them. */
  public boolean given() {
    return options.values().stream().anyMatch(option -> option.getValue() != null);
  }

  /** The options that the user set, by the path of their setting. */
  public Map<String, String> typed() {
    Map<String, String> typed = new HashMap<>();
    options.forEach(
        (path, option) -> {
          if (option.getValue() != null) {
            typed.put(path, asTyped(option));
          }
        });
    return typed;
  }

  /** Gives the settings that stand on the command line. */
  public void give(Taker settings) {
    options.forEach(
        (path, option) -> {
          Object value = option.getValue();
          if (value instanceof List<?> items) {
            List<String> texts = items.stream().map(Object::toString).toList();
            settings.value(path, texts, asTyped(option));
          } else if (value != null) {
            settings.value(path, List.of(value.toString()), asTyped(option));
          }
        });
  }

  /** The one of its names that stands on the command line. */
  private static String asTyped(OptionSpec option) {
    List<String> words = option.command().root().commandLine().getParseResult().originalArgs();
    return Stream.of(option.names())
        .filter(name -> words.stream().anyMatch(w -> w.equals(name) || w.startsWith(name + "=")))
        .findFirst()
        .orElse(option.names()[0]);
  }
}
