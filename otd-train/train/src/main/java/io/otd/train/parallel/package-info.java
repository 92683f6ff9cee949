// SPDX-License-Identifier: Apache-2.0
/**
 * Who does independent tasks: {@link io.otd.train.parallel.Workers}. A {@link
 * io.otd.train.parallel.FairThreadPool} does them in threads that take turns.
 */
@NullMarked
package io.otd.train.parallel;

import org.jspecify.annotations.NullMarked;
