// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

/**
 * A statement of the paper that the results bear out or not.
 *
 * @param statement in words
 * @param holds whether it does here
 */
public record Claim(String statement, boolean holds) {}
