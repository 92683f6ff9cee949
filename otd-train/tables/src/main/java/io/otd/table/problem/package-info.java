// SPDX-License-Identifier: Apache-2.0
/** What is wrong with a user's input, and how it is said. */
@NullMarked
package io.otd.table.problem;

import org.jspecify.annotations.NullMarked;
