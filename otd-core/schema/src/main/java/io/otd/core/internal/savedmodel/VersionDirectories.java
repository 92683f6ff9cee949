// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.savedmodel;

import io.otd.core.internal.files.InvalidFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The versions of a model: subdirectories of a base directory whose names are numbers. */
public final class VersionDirectories {
  private VersionDirectories() {}

  /**
   * The number that a directory's name stands for.
   *
   * @param name decimal digits, zeros in front allowed
   * @return empty if the name is not a version
   */
  public static OptionalLong number(String name) {
    if (!name.matches("[0-9]{1,19}")) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(name));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * All versions, lowest first.
   *
   * @param base the base directory
   * @throws InvalidFileException if two names mean the same number
   * @throws IOException if it cannot be read
   */
  public static NavigableMap<Long, Path> list(Path base) throws IOException {
    NavigableMap<Long, Path> versions = new TreeMap<>();
    try (Stream<Path> paths = Files.list(base)) {
      for (Path path : paths.filter(Files::isDirectory).toList()) {
        OptionalLong number = number(path.getFileName().toString());
        if (number.isPresent()) {
          Path other = versions.put(number.getAsLong(), path);
          if (other != null) {
            throw new InvalidFileException(
                base,
                "%s and %s mean the same version"
                    .formatted(other.getFileName(), path.getFileName()));
          }
        }
      }
    }
    return Collections.unmodifiableNavigableMap(versions);
  }

  /**
   * The directory of a model, given itself or its base.
   *
   * @param directory one that holds a SavedModel, or a base directory, of which the highest version
   *     is taken
   * @return empty if there is none
   * @throws IOException if it cannot be read
   */
  public static Optional<Path> resolve(Path directory) throws IOException {
    if (Files.exists(directory.resolve(ServingNames.MODEL_FILE))) {
      return Optional.of(directory);
    }
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    return Optional.ofNullable(list(directory).lastEntry()).map(java.util.Map.Entry::getValue);
  }

  /**
   * The problem of a directory in which there is no model.
   *
   * @param directory that is not there, or holds neither
   * @param file that a version holds
   */
  public static InvalidFileException noModel(Path directory, String file) {
    return new InvalidFileException(
        directory,
        Files.exists(directory)
            ? "no model: neither %s nor a directory named by a version in it".formatted(file)
            : "no such file or directory");
  }
}
