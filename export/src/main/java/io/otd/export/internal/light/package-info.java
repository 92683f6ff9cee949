// SPDX-License-Identifier: Apache-2.0
/** Translation of flat graphs to the programs of the light engine, operator by operator. */
@NullMarked
package io.otd.export.internal.light;

import org.jspecify.annotations.NullMarked;
