// SPDX-License-Identifier: Apache-2.0
/**
 * A fit in a directory: {@link io.otd.train.internal.run.RunDirectory} holds settings, checkpoint,
 * model and results, {@link io.otd.train.internal.run.DirectoryFit} runs a {@link
 * io.otd.train.internal.fit.TableFit} in it, and {@link io.otd.train.internal.run.Continuation}
 * checks whether a stopped run can be resumed.
 */
@NullMarked
package io.otd.train.internal.run;

import org.jspecify.annotations.NullMarked;
