// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Changes that leave most of the text valid JSON. Texts are read and written as Latin-1, so each
 * character is a byte.
 */
final class JsonMutations {
  /** A text of 100,000 characters must not take as many frames of the stack. */
  private static final Pattern SCALAR =
      Pattern.compile("\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"|-?[0-9][0-9.eE+-]*|true|false|null");

  private static final int[] DEPTHS = {1, 2, 10, 253, 254, 255, 256, 1000, 100_000};
  private static final List<String> VALUES =
      List.of(
          "1e999",
          "-1e999",
          "1e-999",
          "-0",
          "-0.0",
          "NaN",
          "-NaN",
          "Infinity",
          "-Infinity",
          "Inf",
          "0x10",
          "1.",
          ".5",
          "-",
          "+1",
          "01",
          "1e",
          "1e+",
          "99999999999999999999",
          "-99999999999999999999",
          "9223372036854775808",
          "4294967296",
          "256",
          "-1",
          "2147483648",
          "0.1e-400000000000000000000",
          "1e9999999999999999999",
          "1".repeat(5000),
          "0." + "3".repeat(5000),
          "true",
          "null",
          "{}",
          "[]",
          "[[]]",
          "[{}]",
          "\"\"",
          "\"x\"",
          "\"\\ud800\"",
          "\"\\udc00\\ud800\"",
          "\"\\u0000\"",
          "\"\\x\"",
          "\"\\u12\"",
          "\"\u0001\"",
          "\"\u00ff\u00fe\"",
          "\"\u00c0\u0080\"",
          "\"\u00ed\u00a0\u0080\"",
          "\"",
          "\"\n\"",
          "{\"b64\": \"AAAA\"}",
          "{\"b64\": \"!!\"}",
          "{\"b64\": \"AAA\"}",
          "{\"b64\": 1}",
          "{\"b64\": \"\"}",
          "{\"b64\": \"AA==\", \"b64\": 2}",
          "{\"B64\": \"AAAA\"}",
          "\"" + "x".repeat(20_000) + "\"",
          "tru",
          "nul",
          "NaNNaN",
          "[1, [2]]",
          "[1, 2,]",
          "[,]",
          "{\"a\"}",
          "{\"a\":}",
          "{1: 2}",
          "/* */ 1",
          "\u00ef\u00bb\u00bf1",
          "'x'");
  private static final List<String> MEMBERS =
      List.of(
          "\"instances\": [1]",
          "\"inputs\": 1",
          "\"signature_name\": \"echo_float\"",
          "\"signature_name\": 7",
          "\"examples\": [{}]",
          "\"context\": {\"x\": 1}",
          "\"context\": []",
          "\"rows\": [[1]]",
          "\"\": 1",
          "\"\\u0069nstances\": [2]",
          "\"x\": " + "[".repeat(2000) + "]".repeat(2000));

  private JsonMutations() {}

  static byte[] mutated(byte[] json, SplittableRandom random) {
    String text = new String(json, StandardCharsets.ISO_8859_1);
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      text = once(text, random);
    }
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String once(String text, SplittableRandom random) {
    List<int[]> scalars = scalars(text);
    if (scalars.isEmpty()) {
      return text + pick(VALUES, random);
    }
    int[] one = scalars.get(random.nextInt(scalars.size()));
    String value = text.substring(one[0], one[1]);
    return switch (random.nextInt(6)) {
      case 0, 1 -> text.substring(0, one[0]) + pick(VALUES, random) + text.substring(one[1]);
      case 2 -> text.substring(0, one[0]) + nested(value, random) + text.substring(one[1]);
      case 3 -> text.substring(0, one[0]) + repeated(value, random) + text.substring(one[1]);
      case 4 ->
          text.replaceFirst("\\{", Matcher.quoteReplacement("{" + pick(MEMBERS, random) + ","));
      default -> text + pick(VALUES, random);
    };
  }

  private static String nested(String value, SplittableRandom random) {
    int depth = DEPTHS[random.nextInt(DEPTHS.length)];
    boolean open = random.nextInt(4) == 0;
    return switch (random.nextInt(3)) {
      case 0 -> "[".repeat(depth) + value + (open ? "" : "]".repeat(depth));
      case 1 -> "{\"a\":".repeat(depth) + value + (open ? "" : "}".repeat(depth));
      default -> "[{\"b64\":".repeat(depth) + value + (open ? "" : "}]".repeat(depth));
    };
  }

  private static String repeated(String value, SplittableRandom random) {
    return (value + ", ").repeat(random.nextInt(1, 2000)) + value;
  }

  private static List<int[]> scalars(String text) {
    List<int[]> found = new ArrayList<>();
    // After one change it may be long; its first part is sufficient.
    Matcher matcher = SCALAR.matcher(text).region(0, Math.min(text.length(), 2000));
    while (matcher.find()) {
      found.add(new int[] {matcher.start(), matcher.end()});
    }
    return found;
  }

  static <T> T pick(List<T> from, SplittableRandom random) {
    return from.get(random.nextInt(from.size()));
  }
}
