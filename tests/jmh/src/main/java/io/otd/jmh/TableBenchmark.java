// SPDX-License-Identifier: Apache-2.0
package io.otd.jmh;

import io.otd.table.Table;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.TableReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reading a synthetic CSV file into a table, on one thread, as {@code otd train} does: with its
 * digest, and with the kind of each column detected. The size of the file is printed.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
public class TableBenchmark {
  private static final int DIFFERENT_ROWS = 4096;
  private static final String[] WORDS = {"north", "east", "south", "west", "north east"};

  /** Rows of the file. */
  @Param("1000000")
  public int rows = 1;

  /** Columns of numbers with up to 12 digits. */
  @Param("50")
  public int numbers = 1;

  /** Columns of words. */
  @Param("0")
  public int texts;

  private Path file = Path.of("");

  /** Writes the file. */
  @Setup
  public void open() throws IOException {
    file = Files.createTempFile("otd-table", ".csv");
    write(file, rows, numbers, texts);
    System.out.printf("%,d bytes%n", Files.size(file));
  }

  /** Deletes the file. */
  @TearDown
  public void close() throws IOException {
    Files.delete(file);
  }

  /** One reading. */
  @Benchmark
  public Table read() throws IOException {
    return TableReader.read(file, ColumnSelection.all()).table();
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
