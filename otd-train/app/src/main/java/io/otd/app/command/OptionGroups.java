// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

  /** Those of all commands. */
  private static final OptionGroup GENERAL =
      OptionGroup.of("General", "--verbose --json --debug --help -V");

  private static final List<OptionGroup> FIRST =
      List.of(
          OptionGroup.of(
              "Table",
              "--data --target --fields --query --group --weight --background --row --effects"),
          OptionGroup.ofCommandsWith(
              "--truth",
              "Predictions of another tool",
              "--samples --truth --quantile-levels --bandwidth --validation-samples"
                  + " --validation-truth"),
          OptionGroup.ofCommandsWith(
              "--method",
              "Model",
              "--method --set --precision --budget --seed --calibrate-by --coverage-by"),
          OptionGroup.ofCommandsWith(
              "--trials", "Search", "--trials --steps --eta --space --print-space"),
          OptionGroup.ofCommandsWith("--folds", "Cross-validation", "--folds --repeats"),
          OptionGroup.ofCommandsWith(
              "--jobs",
              "Run",
              "--out --resume --from --print-settings --jobs --spark --spark-conf"),
          OptionGroup.of("Output", "--out --report"),
          OptionGroup.ofCommandsWith(
              "--model",
              "Models",
              "--model --config --model-config-file --model_base_path --model_name --poll-seconds"
                  + " --load-timeout-seconds --print-settings"),
          OptionGroup.of(
              "Address and protocols", "--host --port --rest-port --cross-origin --non-finite"),
          OptionGroup.of(
              "Computation", "--engine --compile --enable-batching --batching-parameters-file"));

  private static final List<OptionGroup> LAST =
      List.of(
          OptionGroup.of("Security", "--tls-certificate --tls-key --tls-client-ca --api-keys-file"),
          OptionGroup.of(
              "Limits",
              "--max-request-mb --max-request-rows --max-reply-mb --max-pending-mb"
                  + " --max-connections --transfer-timeout-seconds --idle-timeout-seconds"
                  + " --grpc-deadline-seconds --rest_api_timeout_in_ms --shutdown-delay --shutdown-drain"),
          OptionGroup.of(
              "Monitoring",
              "--access-log --monitor-predictions --monitor-by --opentelemetry"
                  + " --monitoring_config_file --drift-window --drift-rows-per-second --drift-psi"
                  + " --drift-ks"),
          OptionGroup.of("Adaptive intervals", "--adapt --adapt-levels --adapt-by --adapt-state"),
          OptionGroup.of(
              "Cells of text files",
              "--missing --separator --decimal --header --encoding --skip-lines"),
          GENERAL);

  private static final String OTHERS = "Options";

  private OptionGroups() {}

  /** Groups the options of a command and of those below it. */
  public static void arrange(CommandLine line) {
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, OptionGroups::list);
    line.getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, OptionGroups::parameters);
    if (line.getCommandSpec().options().size() >= FEWEST) {
      line.getCommandSpec().usageMessage().abbreviateSynopsis(true);
    }
    line.getSubcommands().values().forEach(OptionGroups::arrange);
  }

  /** In the columns of the options. */
  private static String parameters(Help help) {
    return new WholeWords(help, shown(help), help.commandSpec().positionalParameters())
        .ofParameters();
  }

  private static List<OptionSpec> shown(Help help) {
    return help.commandSpec().options().stream().filter(option -> !option.hidden()).toList();
  }

  private static String list(Help help) {
    List<OptionSpec> all = shown(help);
    if (all.size() < FEWEST) {
      return new WholeWords(help, all, help.commandSpec().positionalParameters()).of(few(all));
    }
    List<OptionSpec> left = new ArrayList<>(all);
    String first = texts(help, all, left, FIRST);
    String last = texts(help, all, left, LAST);
    return first + text(help, all, OTHERS, left) + last;
  }

  /** Without titles: the required ones, the others, those of all commands. */
  private static List<OptionSpec> few(List<OptionSpec> all) {
    List<OptionSpec> general = GENERAL.of(all);
    return Stream.concat(
            all.stream()
                .filter(option -> !general.contains(option))
                .sorted(
                    Comparator.comparing((OptionSpec option) -> !option.required())
                        .thenComparing(OptionSpec::longestName)),
            general.stream())
        .toList();
  }

  /** Takes the options of the groups out of those that are left. */
  private static String texts(
      Help help, List<OptionSpec> all, List<OptionSpec> left, List<OptionGroup> groups) {
    return groups.stream()
        .filter(group -> group.suits(all))
        .map(
            group -> {
              List<OptionSpec> own = group.of(left);
              left.removeAll(own);
              return text(help, all, group.title(), own);
            })
        .collect(Collectors.joining());
  }

  private static String text(
      Help help, List<OptionSpec> all, String title, List<OptionSpec> options) {
    if (options.isEmpty()) {
      return "";
    }
    return "%n%s:%n%s".formatted(title, new WholeWords(help, all, List.of()).of(options));
  }

  /**
   * Options under a title.
   *
   * @param sign an option of the commands that have this group; empty for all commands
   * @param title the text above
   * @param names in order
   */
  private record OptionGroup(String sign, String title, List<String> names) {
    static OptionGroup of(String title, String names) {
      return ofCommandsWith("", title, names);
    }

    static OptionGroup ofCommandsWith(String sign, String title, String names) {
      return new OptionGroup(sign, title, List.of(names.split(" ", -1)));
    }

    boolean suits(List<OptionSpec> all) {
      return sign.isEmpty()
          || all.stream().anyMatch(option -> names(option).anyMatch(sign::equals));
    }

    List<OptionSpec> of(List<OptionSpec> left) {
      return left.stream()
          .filter(option -> place(option) >= 0)
          .sorted(Comparator.comparingInt(this::place))
          .toList();
    }

    private int place(OptionSpec option) {
      return names(option).mapToInt(names::indexOf).max().orElse(-1);
    }

    private static Stream<String> names(OptionSpec option) {
      return Stream.of(option.names());
    }
  }
}
