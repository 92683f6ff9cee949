// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.cluster;

import java.nio.file.Path;
import java.util.List;

/**
 * The request to a cluster.
 *
 * @param address address of the cluster
 * @param settings of the cluster, {@code KEY=VALUE}
 * @param flags native flags that its processes must have, see {@link
 *     io.otd.train.internal.platform.NativeFlags#inForce}
 * @param folder for logs, and for what the machines share
 */
public record ClusterRequest(String address, List<String> settings, String flags, Path folder) {
  /** Keeps the settings. */
  public ClusterRequest {
    settings = List.copyOf(settings);
  }
}
