// SPDX-License-Identifier: Apache-2.0
/** Files that survive a crash: written completely, synced, then renamed; hashed; strict JSON. */
@NullMarked
package io.otd.core.internal.files;

import org.jspecify.annotations.NullMarked;
