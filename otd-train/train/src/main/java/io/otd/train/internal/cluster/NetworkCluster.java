// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.cluster;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** Machines that do {@link OrderedFit#work}. All of them see the folders of the orders. */
public interface NetworkCluster extends AutoCloseable {
  /**
   * Has an order done, as soon as a machine is free; where a machine is lost, by another one.
   *
   * @param order its folder
   * @return completed when the folder has a result; exceptionally where there will be none
   */
  CompletableFuture<Void> submit(Path order);

  /** Releases the machines. */
  @Override
  void close();
}
