// SPDX-License-Identifier: Apache-2.0
/** The specification of a model; its components, their members and what these have learned. */
@NullMarked
package io.otd.core.internal.model;

import org.jspecify.annotations.NullMarked;
