// SPDX-License-Identifier: Apache-2.0
/** Pages as trees of blocks, and their renderers for HTML, Markdown and the terminal. */
@NullMarked
package io.otd.train.internal.page;

import org.jspecify.annotations.NullMarked;
