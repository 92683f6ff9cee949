// SPDX-License-Identifier: Apache-2.0
/**
 * The computation of the exported graph, in plain Java: loops over lanes that the JIT compiler
 * vectorises.
 *
 * <p>A lane is a draw of a row. Every lane is computed independently, in an order that does not
 * depend on the other lanes, with additions, products and quotients of single precision and
 * functions of {@link StrictMath}: the same row gives the same bits in every batch, run and
 * machine.
 */
@NullMarked
package io.otd.light.internal.engine;

import org.jspecify.annotations.NullMarked;
