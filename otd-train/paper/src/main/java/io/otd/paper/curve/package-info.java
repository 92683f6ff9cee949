// SPDX-License-Identifier: Apache-2.0
/** The experiments on one input and one output, with their data, measures and figures. */
@NullMarked
package io.otd.paper.curve;

import org.jspecify.annotations.NullMarked;
