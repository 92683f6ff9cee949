// SPDX-License-Identifier: Apache-2.0
/**
 * The paper's timing sweep: the time of training steps while one setting after another is varied.
 */
@NullMarked
package io.otd.paper.timing;

import org.jspecify.annotations.NullMarked;
