// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * Finds files by a pattern of names: {@code *} any characters of a name, {@code ?} one, {@code
 * [a-c]} one of some, {@code [!a-c]} one of the others, and {@code **} folders of any depth, also
 * none. As in a shell, no wildcard stands for the point at the beginning of a name.
 */
final class PathPattern {
  private static final String FOLDERS = "**";

  private PathPattern() {}

  /**
   * The files of a pattern, sorted by name.
   *
   * @throws IOException if a folder cannot be read
   */
  static List<Path> files(Path pattern) throws IOException {
    List<Path> found = new ArrayList<>();
    Path start = pattern.getRoot() == null ? Path.of("") : pattern.getRoot();
    walk(start, pattern, 0, found);
    return found.stream().distinct().sorted().toList();
  }

  private static void walk(Path folder, Path pattern, int depth, List<Path> found)
      throws IOException {
    String part = pattern.getName(depth).toString();
    boolean last = depth == pattern.getNameCount() - 1;
    if (part.equals(FOLDERS) && !last) {
      walk(folder, pattern, depth + 1, found);
      for (Path below : matching(folder, "*")) {
        if (Files.isDirectory(below)) {
          walk(below, pattern, depth, found);
        }
      }
      return;
    }
    for (Path below : FileKind.isPattern(part) ? matching(folder, part) : literal(folder, part)) {
      if (!last && Files.isDirectory(below)) {
        walk(below, pattern, depth + 1, found);
      } else if (last && !Files.isDirectory(below)) {
        found.add(below);
      }
    }
  }

  private static List<Path> literal(Path folder, String part) {
    Path below = folder.resolve(part);
    return Files.exists(below) ? List.of(below) : List.of();
  }

  private static List<Path> matching(Path folder, String part) throws IOException {
    Pattern names = regex(part);
    boolean hidden = part.startsWith(".");
    try (Stream<Path> all = Files.list(folder.toString().isEmpty() ? Path.of(".") : folder)) {
      return all.map(path -> String.valueOf(path.getFileName()))
          .filter(name -> names.matcher(name).matches())
          .filter(name -> hidden || !name.startsWith("."))
          .map(folder::resolve)
          .sorted()
          .toList();
    }
  }

  private static Pattern regex(String part) {
    StringBuilder regex = new StringBuilder();
    int at = 0;
    while (at < part.length()) {
      char c = part.charAt(at);
      int end = c == '[' ? part.indexOf(']', at + 2) : -1;
      if (end > 0) {
        String inside = part.substring(at + 1, end).replace("\\", "\\\\").replace("[", "\\[");
        regex.append('[').append(inside.replaceFirst("^!", "^").replace("&&", "&\\&")).append(']');
        at = end + 1;
      } else {
        regex.append(
            switch (c) {
              case '*' -> ".*";
              case '?' -> ".";
              default -> Pattern.quote("" + c);
            });
        at++;
      }
    }
    try {
      return Pattern.compile(regex.toString(), Pattern.DOTALL);
    } catch (PatternSyntaxException e) {
      return Pattern.compile(Pattern.quote(part));
    }
  }
}
