// SPDX-License-Identifier: Apache-2.0
package io.otd.core;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Folders with their subfolders. */
public final class Folders {
  private Folders() {}

  /** The files, to be compared: the bytes of each as a text, by its path in the folder. */
  public static Map<String, String> content(Path folder) throws IOException {
    Map<String, String> content = new TreeMap<>();
    for (Path path : paths(folder)) {
      if (Files.isRegularFile(path)) {
        // Of any bytes this is a text.
        content.put(
            folder.relativize(path).toString(),
            Files.readString(path, StandardCharsets.ISO_8859_1));
      }
    }
    return content;
  }

  /** Copies a folder to a place where nothing is. */
  public static void copy(Path from, Path to) throws IOException {
    for (Path path : paths(from)) {
      Files.copy(path, to.resolve(from.relativize(path).toString()));
    }
  }

  /** The checkpoints of a run, which are named by their content. */
  public static List<String> checkpoints(Path run) throws IOException {
    return paths(run).stream()
        .filter(path -> path.getFileName().toString().startsWith("checkpoint-"))
        .map(path -> run.relativize(path).toString())
        .sorted()
        .toList();
  }

  private static List<Path> paths(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.toList();
    }
  }
}
