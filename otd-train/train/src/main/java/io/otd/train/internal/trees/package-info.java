// SPDX-License-Identifier: Apache-2.0
/** Extremely randomised trees: grown from rows, not trained by gradients. Knows no settings. */
@NullMarked
package io.otd.train.internal.trees;

import org.jspecify.annotations.NullMarked;
