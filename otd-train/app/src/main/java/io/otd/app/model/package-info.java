// SPDX-License-Identifier: Apache-2.0
/** Trained and exported models as arguments, and the commands that export and describe them. */
@NullMarked
package io.otd.app.model;

import org.jspecify.annotations.NullMarked;
