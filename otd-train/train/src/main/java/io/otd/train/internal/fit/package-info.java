// SPDX-License-Identifier: Apache-2.0
/**
 * From a table and settings to a trained, calibrated and measured model. {@link
 * io.otd.train.internal.preparation.TableSource} is the table as read, {@link
 * io.otd.train.internal.preparation.PreparedTable} the table split and encoded, {@link
 * io.otd.train.internal.fit.TableFit} what trains on it. Nothing here writes files; {@link
 * io.otd.train.internal.run} does.
 */
@NullMarked
package io.otd.train.internal.fit;

import org.jspecify.annotations.NullMarked;
