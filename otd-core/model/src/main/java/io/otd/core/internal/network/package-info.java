// SPDX-License-Identifier: Apache-2.0
/** The predictive networks: hidden units that masks multiply, or a code beside the inputs. */
@NullMarked
package io.otd.core.internal.network;

import org.jspecify.annotations.NullMarked;
