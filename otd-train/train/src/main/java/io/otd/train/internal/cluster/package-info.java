// SPDX-License-Identifier: Apache-2.0
/**
 * Networks that other processes train: {@link io.otd.train.internal.cluster.ClusterSite} puts all
 * that one depends on into a folder, {@link io.otd.train.internal.cluster.OrderedFit} trains it
 * wherever that folder is seen. The link between the two is a {@link
 * io.otd.train.internal.cluster.NetworkCluster}.
 */
@NullMarked
package io.otd.train.internal.cluster;

import org.jspecify.annotations.NullMarked;
