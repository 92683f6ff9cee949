// SPDX-License-Identifier: Apache-2.0
/**
 * Trees that are grown from rows: extremely randomised ones, and boosted ones. Knows no settings.
 */
@NullMarked
package io.otd.train.internal.trees;

import org.jspecify.annotations.NullMarked;
