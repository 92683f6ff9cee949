// SPDX-License-Identifier: Apache-2.0
/** The network's inputs that are numbers, as every exported graph computes them. */
@NullMarked
package io.otd.export.internal.inputs;

import org.jspecify.annotations.NullMarked;
