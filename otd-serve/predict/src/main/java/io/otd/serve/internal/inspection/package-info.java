// SPDX-License-Identifier: Apache-2.0
/** Checks of a SavedModel before native code sees it. */
@NullMarked
package io.otd.serve.internal.inspection;

import org.jspecify.annotations.NullMarked;
