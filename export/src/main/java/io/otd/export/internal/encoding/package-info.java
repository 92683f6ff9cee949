// SPDX-License-Identifier: Apache-2.0
/** How exported graphs of every format compute the network's inputs that are numbers. */
@NullMarked
package io.otd.export.internal.encoding;

import org.jspecify.annotations.NullMarked;
