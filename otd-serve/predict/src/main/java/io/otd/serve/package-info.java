// SPDX-License-Identifier: Apache-2.0
/** Predictions from an exported model, for embedding in a JVM service. */
@NullMarked
package io.otd.serve;

import org.jspecify.annotations.NullMarked;
