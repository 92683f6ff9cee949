// SPDX-License-Identifier: Apache-2.0
/**
 * What the writer of an exported SavedModel and its readers share: names, versions, description.
 */
@NullMarked
package io.otd.core.internal.savedmodel;

import org.jspecify.annotations.NullMarked;
