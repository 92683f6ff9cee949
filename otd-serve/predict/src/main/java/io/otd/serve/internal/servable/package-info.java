// SPDX-License-Identifier: Apache-2.0
/** One loaded version of a model: named tensors in, named tensors out. */
@NullMarked
package io.otd.serve.internal.servable;

import org.jspecify.annotations.NullMarked;
