// SPDX-License-Identifier: Apache-2.0
/** The commands that predict and score rows, block by block. */
@NullMarked
package io.otd.app.predict;

import org.jspecify.annotations.NullMarked;
