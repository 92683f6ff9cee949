// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import io.otd.train.internal.cluster.ClusterSite;
import io.otd.train.internal.network.NetworkSite;
import java.util.Optional;

/** The place where networks are trained. */
public final class SparkSite implements AutoCloseable {
  private final Optional<ClusterSite> cluster;

  /**
   * The place where networks are trained.
   *
   * @param cluster that trains them; this process if there is none
   */
  public SparkSite(Optional<ClusterSite> cluster) {
    this.cluster = cluster;
  }

  /** Spark, or else this process. */
  public NetworkSite site() {
    return cluster.<NetworkSite>map(c -> c).orElse(NetworkSite.HERE);
  }

  @Override
  public void close() {
    cluster.ifPresent(ClusterSite::close);
  }
}
