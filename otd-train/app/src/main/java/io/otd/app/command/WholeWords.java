// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A list of options whose descriptions break at blanks alone: picocli breaks {@code spark://host}
 * and {@code openml:4353} at the colon. Marks inside a word are therefore replaced by characters
 * for private use while it lays the list out.
 */
final class WholeWords {
  private static final Pattern INSIDE = Pattern.compile("(?<=\\S)[:.,?=/-](?=\\S)");

  /** Where the replacements begin; the range of private use, which no text has. */
  private static final char FIRST = '\uE000';

  private static final int MARKS = 128;

  private final Help help;
  private final Layout usual;
  private final Layout layout;

  /**
   * An empty list.
   *
   * @param aligned the options among which its columns are aligned
   */
  WholeWords(Help help, List<OptionSpec> aligned, List<PositionalParamSpec> parameters) {
    this.help = help;
    usual = help.createDefaultLayout(aligned, parameters, help.colorScheme());
    layout =
        new Layout(
            help.colorScheme(),
            usual.textTable(),
            (option, label, scheme) ->
                kept(usual.optionRenderer().render(option, label, scheme), scheme),
            (parameter, label, scheme) ->
                kept(usual.parameterRenderer().render(parameter, label, scheme), scheme));
  }

  /** The list of some options. */
  String of(List<OptionSpec> options) {
    layout.addOptions(options, help.createDefaultParamLabelRenderer());
    return restored(layout.toString());
  }

  /** The list of the parameters without names. */
  String ofParameters() {
    return restored(help.parameterList(layout, help.createDefaultParamLabelRenderer()));
  }

  /** Only the last column has sentences. */
  private static Text[][] kept(Text[][] rows, ColorScheme scheme) {
    return Stream.of(rows)
        .map(
            row -> {
              Text[] own = row.clone();
              int last = own.length - 1;
              own[last] = scheme.text(kept(own[last].plainString()));
              return own;
            })
        .toArray(Text[][]::new);
  }

  private static String kept(String text) {
    return INSIDE
        .matcher(text)
        .replaceAll(mark -> String.valueOf((char) (FIRST + mark.group().charAt(0))));
  }

  private static String restored(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.chars()
        .map(c -> c >= FIRST && c < FIRST + MARKS ? c - FIRST : c)
        .forEach(c -> plain.append((char) c));
    return plain.toString();
  }
}
