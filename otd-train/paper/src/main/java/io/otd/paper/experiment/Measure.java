// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

/**
 * Something that an experiment measures of each run.
 *
 * @param name in results, e.g. {@code energy_score}
 * @param label for readers
 */
public record Measure(String name, String label) {}
