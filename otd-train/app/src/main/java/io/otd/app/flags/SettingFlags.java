// SPDX-License-Identifier: Apache-2.0
package io.otd.app.flags;

import io.otd.core.internal.settings.Flags;
import io.otd.train.internal.settings.GivenSettings;
import io.otd.train.internal.settings.ListKind;
import io.otd.train.internal.settings.SettingKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of settings, each with its names, its description and its default. */
public final class SettingFlags {
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
      option.type(List.class).auxiliaryTypes(String.class).splitRegex(",");
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
    return none
        ? ""
        : " Default: %s.".formatted(standard instanceof String s ? s : key.standardText());
  }

  /** Adds the options to a command. */
  public void addTo(CommandSpec command) {
    options.values().forEach(command::addOption);
  }

  /** Gives the settings that stand on the command line. */
  public void give(GivenSettings settings) {
    options.forEach(
        (path, option) -> {
          Object value = option.getValue();
          if (value instanceof List<?> items) {
            List<String> texts = items.stream().map(Object::toString).toList();
            settings.value(path, texts, option.names()[0]);
          } else if (value != null) {
            settings.value(path, List.of(value.toString()), option.names()[0]);
          }
        });
  }
}
