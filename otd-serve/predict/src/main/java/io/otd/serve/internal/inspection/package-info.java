// SPDX-License-Identifier: Apache-2.0
/** What a SavedModel may do: checked before native code sees it. */
@NullMarked
package io.otd.serve.internal.inspection;

import org.jspecify.annotations.NullMarked;
