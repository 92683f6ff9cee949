// SPDX-License-Identifier: Apache-2.0
/** Options that follow from records of settings. */
@NullMarked
package io.otd.app.flags;

import org.jspecify.annotations.NullMarked;
