// SPDX-License-Identifier: Apache-2.0
/** The specification of a model, and its learned numbers. */
@NullMarked
package io.otd.core.internal.model;

import org.jspecify.annotations.NullMarked;
