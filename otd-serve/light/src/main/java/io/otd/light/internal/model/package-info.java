// SPDX-License-Identifier: Apache-2.0
/** What an exported model is, in plain numbers: all that a prediction is computed from. */
@NullMarked
package io.otd.light.internal.model;

import org.jspecify.annotations.NullMarked;
