// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.drift;

import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.settings.DriftSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * The latest sampled rows of one version, each as its bins, and counts of the bins. Any number of
 * threads may use it.
 */
final class DriftWindow {
  private static final int UNKNOWN = -1;

  private final DriftSettings settings;
  private final LongSupplier nanos;
  private final SampleRate rate;
  private final long trainingRows;
  private final List<Feature> features;
  private final RangeCheck range;
  private final short[][] ring;
  private final boolean[] outside;
  private final long[][] counts;
  private int next;
  private int rows;
  private long outsideRows;

  /**
   * Starts without rows.
   *
   * @param description with a profile
   * @param nanos a monotonic clock
   */
  DriftWindow(DriftSettings settings, ExportDescription description, LongSupplier nanos) {
    this.settings = settings;
    this.nanos = nanos;
    rate = new SampleRate(settings.rowsPerSecond(), nanos.getAsLong());
    trainingRows = description.profile().rows();
    features = Feature.all(description.schema(), description.profile());
    range = new RangeCheck(description);
    ring = new short[settings.window()][];
    outside = new boolean[settings.window()];
    counts = features.stream().map(f -> new long[f.bins().count()]).toArray(long[][]::new);
  }

  /**
   * Number of rows of a request to sample.
   *
   * @param ofRows that it has
   */
  int due(int ofRows) {
    return ofRows < 1 ? 0 : rate.take(Math.min(ofRows, settings.window()), nanos.getAsLong());
  }

  /**
   * Samples rows, evenly among those of a request.
   *
   * @param count how many, at most as many as there are
   */
  void take(LiveRows live, int count) {
    for (int row : evenly(live.rows(), count)) {
      short[] bins = new short[counts.length];
      for (int f = 0; f < bins.length; f++) {
        bins[f] = (short) features.get(f).place().of(live, row);
      }
      add(bins, range.outside(live, row));
    }
  }

  /** Places of some rows, evenly among all. */
  static int[] evenly(int rows, int count) {
    return IntStream.range(0, count).map(i -> (int) ((i + .5) * rows / count)).toArray();
  }

  private synchronized void add(short[] bins, boolean far) {
    short[] oldest = ring[next];
    if (rows == ring.length) {
      count(oldest, -1);
      outsideRows -= outside[next] ? 1 : 0;
    } else {
      rows++;
    }
    ring[next] = bins;
    outside[next] = far;
    outsideRows += far ? 1 : 0;
    count(bins, 1);
    next = (next + 1) % ring.length;
  }

  private void count(short[] bins, int more) {
    for (int f = 0; f < bins.length; f++) {
      if (bins[f] != UNKNOWN) {
        counts[f][bins[f]] += more;
      }
    }
  }

  /** Their distance from the training rows. */
  DriftReport report(VersionId id) {
    long[][] now;
    long seen;
    long far;
    synchronized (this) {
      now = Arrays.stream(counts).map(long[]::clone).toArray(long[][]::new);
      seen = rows;
      far = outsideRows;
    }
    List<FeatureDrift> compared = new ArrayList<>();
    for (int f = 0; f < now.length; f++) {
      compared.add(FeatureDrift.of(features.get(f), now[f], settings));
    }
    return new DriftReport(id, settings, trainingRows, seen, far, compared);
  }
}
