// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.train.internal.cluster.ClusterSite;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a run takes from its machine.
 *
 * @param most maximum number of networks that are trained at a time, or submitted to a cluster, at
 *     least 1; if given
 * @param processors of this machine
 * @param clock for the times in results, for rates and for the time between checkpoints
 * @param nativeFlags whether to set the environment variables of the native library, if they are
 *     not set
 * @param spark the cluster that trains the networks, if it is not this machine
 */
record Machine(
    OptionalInt most, int processors, Clock clock, boolean nativeFlags, Optional<Spark> spark) {
  /**
   * An Apache Spark cluster.
   *
   * @param master its address
   * @param settings of Spark, {@code KEY=VALUE}
   */
  record Spark(String master, List<String> settings) {
    Spark {
      settings = List.copyOf(settings);
    }
  }

  Machine {
    if (most.isPresent() && most.getAsInt() < 1) {
      throw new IllegalArgumentException("jobs: " + most.getAsInt() + " (expected: at least 1)");
    }
  }

  /** This one: as many jobs as processors, and its clock. The one place that reads them. */
  static Machine here() {
    return new Machine(
        OptionalInt.empty(),
        Runtime.getRuntime().availableProcessors(),
        Clock.systemUTC(),
        true,
        Optional.empty());
  }

  /**
   * Maximum number of networks that are trained at a time, or submitted to a cluster, which queues
   * them.
   */
  int jobs() {
    return most.orElse(spark.isPresent() ? ClusterSite.JOBS : processors);
  }

  Machine withJobs(int other) {
    return new Machine(OptionalInt.of(other), processors, clock, nativeFlags, spark);
  }

  Machine withClock(Clock other) {
    return new Machine(most, processors, other, nativeFlags, spark);
  }

  Machine withoutNativeFlags() {
    return new Machine(most, processors, clock, false, spark);
  }

  Machine withSpark(Spark cluster) {
    return new Machine(most, processors, clock, nativeFlags, Optional.of(cluster));
  }
}
