// SPDX-License-Identifier: Apache-2.0
/** Activations, initialisers, named parameters and the plain multilayer perceptron. */
@NullMarked
package io.otd.core.internal.layer;

import org.jspecify.annotations.NullMarked;
