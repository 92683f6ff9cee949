// SPDX-License-Identifier: Apache-2.0
/**
 * The program of a model: instructions on tensors of known shapes, from encoded rows to
 * predictions. It knows nothing of networks or laws.
 */
@NullMarked
package io.otd.light.internal.tape;

import org.jspecify.annotations.NullMarked;
