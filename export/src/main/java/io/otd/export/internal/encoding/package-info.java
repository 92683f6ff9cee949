// SPDX-License-Identifier: Apache-2.0
/** How exported graphs make the network's inputs of the cells of rows. */
@NullMarked
package io.otd.export.internal.encoding;

import org.jspecify.annotations.NullMarked;
