// SPDX-License-Identifier: Apache-2.0
/** The provenance of a trained model. */
@NullMarked
package io.otd.core.internal.provenance;

import org.jspecify.annotations.NullMarked;
