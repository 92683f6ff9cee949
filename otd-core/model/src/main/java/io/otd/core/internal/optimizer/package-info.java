// SPDX-License-Identifier: Apache-2.0
/** Optimisers as pure functions of values, and learning-rate schedules. */
@NullMarked
package io.otd.core.internal.optimizer;

import org.jspecify.annotations.NullMarked;
