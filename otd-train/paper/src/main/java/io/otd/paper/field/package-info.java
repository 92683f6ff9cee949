// SPDX-License-Identifier: Apache-2.0
/** The experiments on Ginzburg-Landau fields, with their data, measures and figures. */
@NullMarked
package io.otd.paper.field;

import org.jspecify.annotations.NullMarked;
