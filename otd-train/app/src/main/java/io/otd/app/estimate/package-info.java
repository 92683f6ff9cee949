// SPDX-License-Identifier: Apache-2.0
/** How long experiments take on this machine. */
@NullMarked
package io.otd.app.estimate;

import org.jspecify.annotations.NullMarked;
