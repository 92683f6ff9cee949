// SPDX-License-Identifier: Apache-2.0
/** What a command writes: standard output, and files that are none of those it reads. */
@NullMarked
package io.otd.app.output;

import org.jspecify.annotations.NullMarked;
