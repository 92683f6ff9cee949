// SPDX-License-Identifier: Apache-2.0
/**
 * An experiment of the paper: its models, measures, references, claims and figures. Knows none of
 * them.
 */
@NullMarked
package io.otd.paper.experiment;

import org.jspecify.annotations.NullMarked;
