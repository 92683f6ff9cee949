// SPDX-License-Identifier: Apache-2.0
/** Shows how training goes on: a bar on a terminal, lines elsewhere. */
@NullMarked
package io.otd.app.progress;

import org.jspecify.annotations.NullMarked;
