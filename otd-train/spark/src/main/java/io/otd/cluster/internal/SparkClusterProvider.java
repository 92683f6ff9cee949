// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal;

import io.otd.table.problem.InputException;
import io.otd.train.internal.cluster.ClusterRequest;
import io.otd.train.internal.cluster.NetworkCluster;
import io.otd.train.internal.cluster.NetworkClusterProvider;
import java.io.IOException;

/** Starts applications of Spark. */
public final class SparkClusterProvider implements NetworkClusterProvider {
  /** For the service loader. */
  public SparkClusterProvider() {}

  @Override
  public NetworkCluster start(ClusterRequest request) {
    try {
      return SubmittedCluster.start(request, SparkCommand.of(request, System.getenv()));
    } catch (IOException e) {
      throw new InputException("--spark: %s: %s".formatted(request.address(), e.getMessage()));
    }
  }
}
