// SPDX-License-Identifier: Apache-2.0
/**
 * The predictive functions: networks whose hidden units are multiplied by masks, or that have a
 * code as an additional input, and forests of trees.
 */
@NullMarked
package io.otd.core.internal.network;

import org.jspecify.annotations.NullMarked;
