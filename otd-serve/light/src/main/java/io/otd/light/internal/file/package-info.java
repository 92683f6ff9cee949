// SPDX-License-Identifier: Apache-2.0
/** The file of a light model: its writer, and a reader that trusts nothing it reads. */
@NullMarked
package io.otd.light.internal.file;

import org.jspecify.annotations.NullMarked;
