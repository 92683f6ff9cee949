// SPDX-License-Identifier: Apache-2.0
/** What a cell means, whatever it is given as: a number, a text, a truth value, a date. */
@NullMarked
package io.otd.core.internal.cell;

import org.jspecify.annotations.NullMarked;
