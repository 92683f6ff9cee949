// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.cluster;

/** Starts clusters; a library that does is found by {@link java.util.ServiceLoader}. */
public interface NetworkClusterProvider {
  /**
   * Starts a cluster, or an application on one.
   *
   * @throws io.otd.table.problem.InputException if it cannot be reached
   */
  NetworkCluster start(ClusterRequest request);
}
