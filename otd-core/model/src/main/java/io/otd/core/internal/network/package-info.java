// SPDX-License-Identifier: Apache-2.0
/** The predictive networks: hidden units that masks multiply, or a code as an additional input. */
@NullMarked
package io.otd.core.internal.network;

import org.jspecify.annotations.NullMarked;
