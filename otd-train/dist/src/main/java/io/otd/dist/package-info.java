// SPDX-License-Identifier: Apache-2.0
/** What the distribution holds beside the jars. */
@NullMarked
package io.otd.dist;

import org.jspecify.annotations.NullMarked;
