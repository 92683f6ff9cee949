// SPDX-License-Identifier: Apache-2.0
/** Training in Apache Spark programs: {@link io.otd.cluster.OtdEstimator}. */
@NullMarked
package io.otd.cluster;

import org.jspecify.annotations.NullMarked;
