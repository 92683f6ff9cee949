// SPDX-License-Identifier: Apache-2.0
/**
 * The settings of a training run: one tree of records, from which the configuration file, its
 * checks, its documentation and the {@code --set} option all follow.
 */
@NullMarked
package io.otd.train.settings;

import org.jspecify.annotations.NullMarked;
