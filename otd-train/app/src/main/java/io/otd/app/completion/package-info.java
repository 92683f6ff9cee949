// SPDX-License-Identifier: Apache-2.0
/** What shells propose as the values of options. */
@NullMarked
package io.otd.app.completion;

import org.jspecify.annotations.NullMarked;
