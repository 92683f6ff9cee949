// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The synthetic table of the quickstart: delivery times of parcels in minutes. The spread grows
 * with the distance; beyond 8 km, the bridge is jammed with a probability equal to the traffic,
 * which adds 25 minutes.
 */
public final class ParcelTable {
  /** Rows of the bundled table. */
  static final int BUNDLED = 4000;

  private static final int ROWS = 400;

  private ParcelTable() {}

  /** The first rows of the bundled table. */
  public static String csv() {
    return csv(ROWS);
  }

  /** The same in a file of a folder. */
  public static Path in(Path folder) throws IOException {
    return Files.writeString(folder.resolve("parcels.csv"), csv());
  }

  /** A model that is trained on such a table, with its answer in JSON. */
  static OtdRun train(Path table, Path out, Object... more) {
    return OtdRun.line("train --data", table, "--target minutes --json --out", out, more);
  }

  public static String csv(int rows) {
    SplittableRandom random = new SplittableRandom(20260101);
    StringBuilder text = new StringBuilder("distance_km,weight_kg,traffic,minutes\n");
    for (int i = 0; i < rows; i++) {
      double distance = 0.5 + 19.5 * random.nextDouble();
      double weight = 0.1 + 14.9 * Math.pow(random.nextDouble(), 2);
      double traffic = random.nextDouble();
      double jam = distance > 8 && random.nextDouble() < traffic ? 25 : 0;
      double noise = (0.8 + 0.15 * distance) * normal(random);
      double minutes = 9 + 2.1 * distance + 1.4 * Math.sqrt(weight) + jam + noise;
      text.append(
          String.format(
              Locale.ROOT,
              "%.2f,%.2f,%.2f,%.1f\n",
              distance,
              weight,
              traffic,
              Math.max(4, minutes)));
    }
    return text.toString();
  }

  /** Standard normal (Box and Muller 1958). */
  private static double normal(SplittableRandom random) {
    return Math.sqrt(-2 * Math.log1p(-random.nextDouble()))
        * Math.cos(2 * Math.PI * random.nextDouble());
  }
}
