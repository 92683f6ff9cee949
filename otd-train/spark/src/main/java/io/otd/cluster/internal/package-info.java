// SPDX-License-Identifier: Apache-2.0
/**
 * Training on Apache Spark. {@link io.otd.cluster.internal.SparkClusterProvider} starts a Spark
 * application in a separate process, in which {@link io.otd.cluster.internal.NetworkDispatcher}
 * makes a task of each network.
 */
@NullMarked
package io.otd.cluster.internal;

import org.jspecify.annotations.NullMarked;
