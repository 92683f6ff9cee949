// SPDX-License-Identifier: Apache-2.0
package io.otd.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A process that writes to a file.
 *
 * @param process that was started
 * @param log its output
 */
public record SubmittedJob(Process process, Path log) {
  /** Starts it. */
  public static SubmittedJob start(ProcessBuilder builder, Path log) throws IOException {
    return new SubmittedJob(builder.redirectOutput(log.toFile()).start(), log);
  }

  /** Waits until it ends. */
  public int waitFor() throws InterruptedException {
    return process.waitFor();
  }

  /** Its output so far. */
  public String output() throws IOException {
    return Files.readString(log);
  }

  /**
   * Waits until a line contains a pattern; returns the match of its first group, or the whole
   * match.
   */
  public String waitForLine(String pattern) throws IOException, InterruptedException {
    Pattern wanted = Pattern.compile(pattern);
    while (true) {
      boolean alive = process.isAlive();
      java.util.regex.Matcher found = wanted.matcher(output());
      if (found.find()) {
        return found.group(Math.min(1, found.groupCount()));
      }
      if (!alive) {
        throw new IOException("ended without \"%s\":%n%s".formatted(pattern, output()));
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }
}
