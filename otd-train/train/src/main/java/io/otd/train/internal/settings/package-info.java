// SPDX-License-Identifier: Apache-2.0
/**
 * The mechanism of settings: trees of annotated records, their values as users write them, and what
 * follows from the records for messages and documentation.
 */
@NullMarked
package io.otd.train.internal.settings;

import org.jspecify.annotations.NullMarked;
