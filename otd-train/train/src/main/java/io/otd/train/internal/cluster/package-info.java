// SPDX-License-Identifier: Apache-2.0
/**
 * Networks that other processes train: {@link io.otd.train.internal.cluster.ClusterSite} writes
 * everything that a network depends on to a folder, {@link
 * io.otd.train.internal.cluster.OrderedFit} trains it on any machine that sees the folder. The link
 * between the two is a {@link io.otd.train.internal.cluster.NetworkCluster}.
 */
@NullMarked
package io.otd.train.internal.cluster;

import org.jspecify.annotations.NullMarked;
