// SPDX-License-Identifier: Apache-2.0
package io.otd.table.source;

import java.util.Optional;

/**
 * A note on a source.
 *
 * @param column that it is about; empty if it may be about any
 * @param text for the user
 * @param loses whether cells are missing in the source's rows that were not
 */
public record SourceNote(Optional<String> column, String text, boolean loses) {}
