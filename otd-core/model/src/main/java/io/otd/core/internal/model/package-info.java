// SPDX-License-Identifier: Apache-2.0
/** What a model is (its specification) and the numbers it has learned. */
@NullMarked
package io.otd.core.internal.model;

import org.jspecify.annotations.NullMarked;
