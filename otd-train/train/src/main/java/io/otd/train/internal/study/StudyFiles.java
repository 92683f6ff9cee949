// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.study;

import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.files.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a study keeps of its items, one JSON file each. A file counts if everything that it depends
 * on is as it was.
 *
 * @param directory of the files
 * @param origin what all of them depend on: scale, version, commit, native flags
 * @param notes receives which items were done before, and which files are ignored
 */
public record StudyFiles(Path directory, Map<String, String> origin, Consumer<String> notes) {
  /** The format version of all files. */
  public static final int FORMAT = 1;

  /** Keeps the order. */
  public StudyFiles {
    origin = Collections.unmodifiableMap(new LinkedHashMap<>(origin));
  }

  /** The content of a file: a record with a component {@code format}, which is {@link #FORMAT}. */
  public interface Content {
    /** What it depends on, as {@link StudyFiles#made}. */
    Map<String, String> made();
  }

  /** What an item depends on: its own settings, then what all depend on. */
  public Map<String, String> made(Map<String, String> settings) {
    Map<String, String> made = new LinkedHashMap<>(settings);
    made.putAll(origin);
    return made;
  }

  /**
   * Reads a file, if it exists and counts.
   *
   * @param name of the file, without {@code .json}
   * @throws IOException if it cannot be read
   */
  public <T extends Content> Optional<T> find(
      String name, Map<String, String> settings, Class<T> type) throws IOException {
    Path file = file(name);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    T content = StrictJson.read(file, FORMAT, type);
    if (!content.made().equals(made(settings))) {
      note(file + ": of other settings, another version or another machine; it is done again");
      return Optional.empty();
    }
    return Optional.of(content);
  }

  /**
   * Writes a file, in place of an older one.
   *
   * @param name of the file, without {@code .json}
   * @throws IOException if it cannot be written
   */
  public void keep(String name, Content content) throws IOException {
    Files.createDirectories(directory);
    DurableFiles.replace(file(name), StrictJson.write(content));
  }

  /**
   * Removes a file, if it exists.
   *
   * @throws IOException if it cannot be removed
   */
  public void remove(String name) throws IOException {
    Files.deleteIfExists(file(name));
  }

  /** Tells the user about an item. */
  public void note(String text) {
    notes.accept(text);
  }

  private Path file(String name) {
    return directory.resolve(name + ".json");
  }
}
