// SPDX-License-Identifier: Apache-2.0
/** The parts of a SavedModel's file: variables, signatures, and graphs with stable bytes. */
@NullMarked
package io.otd.export.internal.savedmodel;

import org.jspecify.annotations.NullMarked;
