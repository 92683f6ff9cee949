// SPDX-License-Identifier: Apache-2.0
package io.otd.app.output;

import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.result.AlignedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Named facts as lines for people; {@code --json} has the same with all digits. */
public final class FactsText {
  private static final int DIGITS = 5;

  /** What stands first in the description of a variant. */
  private static final String TYPE = "type";

  /** Of these, the value is shown as it was set. */
  private static final String SETTINGS = "settings";

  private FactsText() {}

  /**
   * A line for each fact; those of a group are indented below its name.
   *
   * @param facts texts, numbers, booleans, and lists and maps of these
   */
  public static List<String> lines(Map<String, ?> facts) {
    List<String> lines = new ArrayList<>();
    facts.forEach((name, value) -> lines.addAll(lines(name, value)));
    return lines;
  }

  private static List<String> lines(String name, Object value) {
    List<String> lines = new ArrayList<>();
    if (value instanceof Map<?, ?> map && !map.containsKey(TYPE)) {
      lines.add(name);
      map.forEach(
          (key, of) ->
              lines.add(
                  "  %-32s %s"
                      .formatted(
                          key,
                          name.equals(SETTINGS) && of instanceof Double number
                              ? NumberText.cell(number)
                              : text(of))));
    } else if (value instanceof List<?> list && list.stream().anyMatch(Map.class::isInstance)) {
      lines.add(name);
      lines.addAll(isTable(list) ? aligned(list) : list.stream().map(i -> "  " + text(i)).toList());
    } else {
      lines.add("%-12s %s".formatted(name, text(value)));
    }
    return lines;
  }

  /** Whether all items have the same texts, such as columns: names, kinds and encodings. */
  private static boolean isTable(List<?> list) {
    return list.stream()
            .allMatch(
                item ->
                    item instanceof Map<?, ?> map
                        && map.values().stream().allMatch(String.class::isInstance))
        && list.stream().map(item -> List.copyOf(((Map<?, ?>) item).keySet())).distinct().count()
            == 1;
  }

  private static List<String> aligned(List<?> list) {
    List<List<String>> rows =
        list.stream()
            .map(item -> ((Map<?, ?>) item).values().stream().map(FactsText::text).toList())
            .toList();
    return AlignedText.withoutHead(rows).stream().map(row -> "  " + row).toList();
  }

  private static String text(Object value) {
    if (value instanceof Double number) {
      return NumberText.of(number, DIGITS);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(FactsText::text).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream().map(FactsText::part).collect(Collectors.joining(", "));
    }
    return String.valueOf(value);
  }

  /** {@code masked_mlp}, {@code hidden [64, 64]}. */
  private static String part(Map.Entry<?, ?> part) {
    String value = text(part.getValue());
    return part.getKey().equals(TYPE)
        ? value
        : part.getValue() instanceof Map
            ? part.getKey() + " (" + value + ")"
            : part.getKey() + " " + value;
  }
}
