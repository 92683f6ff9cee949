// SPDX-License-Identifier: Apache-2.0
/** Files from servers: with timeouts, further tries after a while, and checksums. */
@NullMarked
package io.otd.table.internal.download;

import org.jspecify.annotations.NullMarked;
