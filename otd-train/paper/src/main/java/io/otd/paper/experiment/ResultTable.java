// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

import io.otd.train.internal.page.Block;

/**
 * A table of an experiment in addition to that of the measures.
 *
 * @param title of it
 * @param table itself
 */
public record ResultTable(String title, Block.Table table) {}
