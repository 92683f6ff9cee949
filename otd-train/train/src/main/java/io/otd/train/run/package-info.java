// SPDX-License-Identifier: Apache-2.0
/**
 * A fit in a directory: {@link io.otd.train.run.RunDirectory} holds settings, checkpoint, model and
 * results, {@link io.otd.train.run.DirectoryFit} runs a {@link io.otd.train.fit.TableFit} in it,
 * and {@link io.otd.train.run.Continuation} says whether a stopped run can go on.
 */
@NullMarked
package io.otd.train.run;

import org.jspecify.annotations.NullMarked;
