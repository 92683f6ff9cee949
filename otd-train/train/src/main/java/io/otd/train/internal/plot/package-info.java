// SPDX-License-Identifier: Apache-2.0
/** Drawings as PNG pictures: axes, layers, legends and colours. */
@NullMarked
package io.otd.train.internal.plot;

import org.jspecify.annotations.NullMarked;
