// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The options in a help text: those that a user gives first stand first, under a title each. */
public final class OptionGroups {
  /** Commands with fewer options list them without titles. */
  private static final int FEWEST = 10;

  private static final List<Group> GROUPS =
      List.of(
          new Group("Table", "--data", "--target", "--fields", "--query", "--group", "--weight"),
          new Group("Cells", "--separator", "--decimal", "--header", "--encoding", "--skip-lines"),
          new Group("Model", "--method", "--set", "--precision", "--budget", "--seed"),
          new Group("Cross-validation", "--folds", "--repeats"),
          new Group("Run", "--out", "--resume", "--jobs", "--spark", "--spark-conf"));

  private static final String OTHERS = "Options";

  private static final Group GENERAL =
      new Group("General", "--verbose", "--json", "--debug", "--help", "--version");

  private OptionGroups() {}

  /**
   * Options under a title.
   *
   * @param names in order
   */
  private record Group(String title, List<String> names) {
    Group(String title, String... names) {
      this(title, List.of(names));
    }

    private int place(OptionSpec option) {
      return names.indexOf(option.longestName());
    }

    private List<OptionSpec> of(List<OptionSpec> all) {
      return all.stream()
          .filter(option -> place(option) >= 0)
          .sorted(Comparator.comparingInt(this::place))
          .toList();
    }
  }

  /** Groups the options of a command and of those below it. */
  public static void arrange(CommandLine line) {
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, OptionGroups::list);
    if (line.getCommandSpec().options().size() >= FEWEST) {
      line.getCommandSpec().usageMessage().abbreviateSynopsis(true);
    }
    line.getSubcommands().values().forEach(OptionGroups::arrange);
  }

  private static String list(Help help) {
    List<OptionSpec> all =
        help.commandSpec().options().stream().filter(option -> !option.hidden()).toList();
    if (all.size() < FEWEST) {
      return help.optionList();
    }
    return groups(all).stream().map(group -> text(help, all, group)).collect(Collectors.joining());
  }

  /** Those of this list that have options, and one of all options without a group. */
  private static List<Group> groups(List<OptionSpec> all) {
    Set<String> known =
        Stream.concat(GROUPS.stream(), Stream.of(GENERAL))
            .flatMap(group -> group.names().stream())
            .collect(Collectors.toSet());
    List<String> others =
        all.stream().map(OptionSpec::longestName).filter(name -> !known.contains(name)).toList();
    List<Group> groups = new ArrayList<>(GROUPS);
    groups.add(new Group(OTHERS, others));
    groups.add(GENERAL);
    return groups.stream().filter(group -> !group.of(all).isEmpty()).toList();
  }

  private static String text(Help help, List<OptionSpec> all, Group group) {
    Help.Layout layout = help.createDefaultLayout(all, List.of(), help.colorScheme());
    layout.addOptions(group.of(all), help.createDefaultParamLabelRenderer());
    return "%n%s:%n%s".formatted(group.title(), layout);
  }
}
