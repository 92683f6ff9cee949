// SPDX-License-Identifier: Apache-2.0
/** Conversion of Spark rows to the training files of members, and a fit on these. */
@NullMarked
package io.otd.cluster.internal.estimator;

import org.jspecify.annotations.NullMarked;
