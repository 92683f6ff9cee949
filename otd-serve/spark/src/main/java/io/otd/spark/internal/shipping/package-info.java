// SPDX-License-Identifier: Apache-2.0
/** Transfer of a model from its storage to the executors, as a file that is opened there once. */
@NullMarked
package io.otd.spark.internal.shipping;

import org.jspecify.annotations.NullMarked;
