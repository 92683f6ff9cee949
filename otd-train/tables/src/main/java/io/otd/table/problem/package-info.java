// SPDX-License-Identifier: Apache-2.0
/** Problems in a user's input, and their messages. */
@NullMarked
package io.otd.table.problem;

import org.jspecify.annotations.NullMarked;
