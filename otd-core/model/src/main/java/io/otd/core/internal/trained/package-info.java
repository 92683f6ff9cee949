// SPDX-License-Identifier: Apache-2.0
/** A trained model with all that is needed to use it, and its directory on disk. */
@NullMarked
package io.otd.core.internal.trained;

import org.jspecify.annotations.NullMarked;
