// SPDX-License-Identifier: Apache-2.0
/** What happens during training: events, listeners, and lines of text for a console. */
@NullMarked
package io.otd.train.progress;

import org.jspecify.annotations.NullMarked;
