// SPDX-License-Identifier: Apache-2.0
package io.otd.app.bench;

import io.otd.table.Table;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.TableReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Times reading a made-up CSV file into a table, on one thread, as {@code otd train} does it: with
 * its digest, and the kind of each column found out.
 */
public final class ReadingBenchmark {
  private static final int DIFFERENT_ROWS = 4096;
  private static final String[] WORDS = {"north", "east", "south", "west", "north east"};

  private final LongSupplier nanoTime;

  /**
   * Measures by a clock.
   *
   * @param nanoTime a clock of steady nanoseconds
   */
  public ReadingBenchmark(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * The measurement.
   *
   * @param megabytes of the file, in 10^6 bytes
   * @param secondsBest of a reading, best
   * @param secondsMedian of a reading, median
   * @param bytesPerRow of the table in memory
   */
  public record Measured(
      double megabytes, double secondsBest, double secondsMedian, long bytesPerRow) {
    /** Of the file, at the median, in 10^6 bytes. */
    public double megabytesPerSecond() {
      return megabytes / secondsMedian;
    }
  }

  /**
   * Times readings.
   *
   * @param file is written, and left
   * @param rows at least 1
   * @param numbers columns of numbers with up to 12 digits
   * @param texts columns of words
   * @param readings timed ones, at least 1; the first one is the program's first too
   * @throws IOException if the file cannot be written
   */
  public Measured run(Path file, int rows, int numbers, int texts, int readings)
      throws IOException {
    write(file, rows, numbers, texts);
    double[] seconds = new double[readings];
    long bytesPerRow = 0;
    for (int i = 0; i < readings; i++) {
      long from = nanoTime.getAsLong();
      Table table = TableReader.read(file, ColumnSelection.all()).table();
      seconds[i] = (nanoTime.getAsLong() - from) / 1e9;
      bytesPerRow = table.bytesPerRow();
    }
    Arrays.sort(seconds);
    return new Measured(Files.size(file) / 1e6, seconds[0], seconds[readings / 2], bytesPerRow);
  }

  private static void write(Path file, int rows, int numbers, int texts) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    String[] lines = new String[Math.min(rows, DIFFERENT_ROWS)];
    Arrays.setAll(lines, i -> line(random, numbers, texts));
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      for (int j = 0; j < numbers + texts; j++) {
        writer.write((j == 0 ? "c" : ",c") + j);
      }
      writer.write('\n');
      for (int i = 0; i < rows; i++) {
        writer.write(lines[random.nextInt(lines.length)]);
      }
    }
  }

  private static String line(SplittableRandom random, int numbers, int texts) {
    StringBuilder line = new StringBuilder();
    for (int j = 0; j < numbers; j++) {
      double scale = Math.pow(10, random.nextInt(0, 9));
      double value = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(0, 4));
      line.append(j == 0 ? "" : ",").append(Math.rint(value * scale) / scale);
    }
    for (int j = 0; j < texts; j++) {
      line.append(numbers + j == 0 ? "" : ",").append(WORDS[random.nextInt(WORDS.length)]);
    }
    return line.append('\n').toString();
  }
}
