// SPDX-License-Identifier: Apache-2.0
/** How a model gets from where it lies to the executors, as a file, and is opened there once. */
@NullMarked
package io.otd.spark.internal.shipping;

import org.jspecify.annotations.NullMarked;
