// SPDX-License-Identifier: Apache-2.0
/** Statistics of the masks that a trained model draws. */
@NullMarked
package io.otd.paper.mask;

import org.jspecify.annotations.NullMarked;
