// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.ginzburglandau;

import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.files.FileDigest;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Solved cases on disk, found by their settings: the name of a file is the hash of its settings,
 * and a card next to it has the settings and the file's digest. A file that does not match its card
 * is ignored.
 *
 * @param directory of the cache; created if it does not exist
 */
public record GinzburgLandauCache(Path directory) {
  /** Incremented when the numbers or the file's layout change, so that older files are ignored. */
  private static final int FORMAT = 1;

  private static final int DIGITS = 16;

  /**
   * The card next to a file.
   *
   * @param format version of the numbers and of the layout
   * @param settings of the cases
   * @param file size and hash
   * @param unfinished mu of the cases whose change did not get below the tolerance
   * @param mostSteps the most any case took
   * @param largestResidual the largest r_eq of all cases
   */
  public record Card(
      int format,
      GinzburgLandauCases settings,
      FileDigest file,
      List<Double> unfinished,
      int mostSteps,
      double largestResidual) {
    /** Copies the list. */
    public Card {
      unfinished = List.copyOf(unfinished);
    }
  }

  /** The path of the file of these cases, whether or not it exists. */
  public Path file(GinzburgLandauCases cases) {
    byte[] settings = StrictJson.write(new Settings(FORMAT, cases));
    String hash = HexFormat.of().formatHex(FileDigest.newSha256().digest(settings));
    return directory.resolve("ginzburg-landau-" + hash.substring(0, DIGITS) + ".npz");
  }

  /** The content of the hash. */
  private record Settings(int format, GinzburgLandauCases cases) {}

  /**
   * The card of cases whose file exists and is complete.
   *
   * @throws IOException if the disk cannot be read
   */
  public Optional<Card> find(GinzburgLandauCases cases) throws IOException {
    Path file = file(cases);
    try {
      Card card = StrictJson.read(card(file), FORMAT, Card.class);
      card.file().require(file);
      return card.settings().equals(cases) ? Optional.of(card) : Optional.empty();
    } catch (InvalidFileException e) {
      return Optional.empty();
    }
  }

  /**
   * Keeps solved cases.
   *
   * @return their card
   * @throws IOException if they cannot be written
   */
  public Card put(GinzburgLandauCases cases, GinzburgLandauFields solved) throws IOException {
    Files.createDirectories(directory);
    Path file = file(cases);
    solved.write(file);
    Card card =
        new Card(
            FORMAT,
            cases,
            FileDigest.of(file),
            solved.unfinished(),
            Arrays.stream(solved.steps()).max().orElseThrow(),
            Arrays.stream(solved.residuals()).max().orElseThrow());
    DurableFiles.replace(card(file), StrictJson.write(card));
    return card;
  }

  private static Path card(Path file) {
    return file.resolveSibling(file.getFileName() + ".json");
  }
}
