// SPDX-License-Identifier: Apache-2.0
/** Shows the progress of training: a bar on a terminal, lines elsewhere. */
@NullMarked
package io.otd.app.progress;

import org.jspecify.annotations.NullMarked;
