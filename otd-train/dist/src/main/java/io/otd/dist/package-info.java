// SPDX-License-Identifier: Apache-2.0
/** The contents of the distribution in addition to the jars. */
@NullMarked
package io.otd.dist;

import org.jspecify.annotations.NullMarked;
