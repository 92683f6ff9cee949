// SPDX-License-Identifier: Apache-2.0
/** The list of the experiments, their runs, and what is written of the results. */
@NullMarked
package io.otd.paper.reproduction;

import org.jspecify.annotations.NullMarked;
