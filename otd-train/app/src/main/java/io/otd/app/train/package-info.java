// SPDX-License-Identifier: Apache-2.0
/** The commands that train, search, compare and show the whole way; their settings and answers. */
@NullMarked
package io.otd.app.train;

import org.jspecify.annotations.NullMarked;
