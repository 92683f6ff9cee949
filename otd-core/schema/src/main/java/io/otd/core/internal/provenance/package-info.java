// SPDX-License-Identifier: Apache-2.0
/** Where a trained model comes from. */
@NullMarked
package io.otd.core.internal.provenance;

import org.jspecify.annotations.NullMarked;
