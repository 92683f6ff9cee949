// SPDX-License-Identifier: Apache-2.0
/**
 * Execution of independent tasks: {@link io.otd.train.internal.parallel.Workers}. A {@link
 * io.otd.train.internal.parallel.FairThreadPool} does them in threads that take turns.
 */
@NullMarked
package io.otd.train.internal.parallel;

import org.jspecify.annotations.NullMarked;
