// SPDX-License-Identifier: Apache-2.0
/**
 * What the exported graph computes, in plain Java: loops over lanes that the compiler of the JVM
 * turns into vector instructions.
 *
 * <p>A lane is a draw of a row. Every lane is computed independently, in an order that does not
 * depend on the other lanes, with additions, products and quotients of single precision and
 * functions of {@link StrictMath}: the same row gives the same bits in every batch, run and
 * machine.
 */
@NullMarked
package io.otd.light.internal.engine;

import org.jspecify.annotations.NullMarked;
