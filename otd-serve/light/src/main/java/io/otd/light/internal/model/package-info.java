// SPDX-License-Identifier: Apache-2.0
/** An exported model in plain numbers: everything from which a prediction is computed. */
@NullMarked
package io.otd.light.internal.model;

import org.jspecify.annotations.NullMarked;
