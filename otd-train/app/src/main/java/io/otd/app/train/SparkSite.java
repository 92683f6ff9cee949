// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import io.otd.train.internal.cluster.ClusterSite;
import io.otd.train.internal.network.NetworkSite;
import java.util.Optional;

/**
 * The place where networks are trained.
 *
 * @param cluster that trains them; this process if there is none
 */
public record SparkSite(Optional<ClusterSite> cluster) implements AutoCloseable {
  /** Spark, or else this process. */
  public NetworkSite site() {
    return cluster.<NetworkSite>map(c -> c).orElse(NetworkSite.HERE);
  }

  @Override
  public void close() {
    cluster.ifPresent(ClusterSite::close);
  }
}
