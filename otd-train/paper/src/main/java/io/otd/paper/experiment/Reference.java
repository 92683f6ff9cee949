// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import org.jspecify.annotations.Nullable;

/**
 * The values of others in one measure of one variant, and the accepted range of ours.
 *
 * @param variant its name
 * @param measure its name
 * @param paper the paper's figure as printed, or empty if it prints none
 * @param peer what an independent implementation in JAX reached, mean and standard deviation of
 *     three seeds as printed
 * @param single accepted of each run, or null if there is no requirement
 * @param mean accepted of the mean of three runs or more, or null for the same as of a single one
 */
public record Reference(
    String variant,
    String measure,
    @JsonSetter(nulls = Nulls.AS_EMPTY) String paper,
    @JsonSetter(nulls = Nulls.AS_EMPTY) String peer,
    @Nullable Bound single,
    @Nullable Bound mean) {}
