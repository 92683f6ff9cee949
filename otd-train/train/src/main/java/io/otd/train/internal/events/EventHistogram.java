// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.events;

import io.otd.train.internal.events.proto.HistogramProto;

/** Numbers counted in buckets of equal width between the smallest and the largest. */
final class EventHistogram {
  private static final int BUCKETS = 30;

  private EventHistogram() {}

  /**
   * The histogram.
   *
   * @param numbers finite, at least one
   */
  static HistogramProto of(float[] numbers) {
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    double sum = 0;
    double squares = 0;
    for (double number : numbers) {
      min = Math.min(min, number);
      max = Math.max(max, number);
      sum += number;
      squares += number * number;
    }
    HistogramProto.Builder histogram =
        HistogramProto.newBuilder()
            .setMin(min)
            .setMax(max)
            .setNum(numbers.length)
            .setSum(sum)
            .setSumSquares(squares);
    int buckets = max > min ? BUCKETS : 1;
    double[] counts = new double[buckets];
    for (double number : numbers) {
      counts[bucket(number, min, max, buckets)]++;
    }
    for (int i = 0; i < buckets; i++) {
      histogram.addBucketLimit(i == buckets - 1 ? max : min + (max - min) * (i + 1) / buckets);
      histogram.addBucket(counts[i]);
    }
    return histogram.build();
  }

  private static int bucket(double number, double min, double max, int buckets) {
    return max > min ? (int) Math.min(buckets - 1, (number - min) / (max - min) * buckets) : 0;
  }
}
