// SPDX-License-Identifier: Apache-2.0
/** Where a trained model comes from. */
@NullMarked
package io.otd.core.provenance;

import org.jspecify.annotations.NullMarked;
