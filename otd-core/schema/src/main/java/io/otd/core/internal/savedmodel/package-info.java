// SPDX-License-Identifier: Apache-2.0
/**
 * Code shared by the writer of an exported SavedModel and its readers: names, versions,
 * description.
 */
@NullMarked
package io.otd.core.internal.savedmodel;

import org.jspecify.annotations.NullMarked;
