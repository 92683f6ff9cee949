// SPDX-License-Identifier: Apache-2.0
/** Rows of Spark to the files that members learn from, and a fit on these. */
@NullMarked
package io.otd.cluster.internal.estimator;

import org.jspecify.annotations.NullMarked;
