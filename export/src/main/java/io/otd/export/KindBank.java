// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

/**
 * The contents of the bank for a kind of networks.
 *
 * @param masks {@code [P, d_z]}, row-major: P is the number of its draws, or of its members where
 *     masks do not vary and draws do
 * @param noise of its output law, {@code [S_c, uniforms]}, row-major; empty if it takes none
 */
@SuppressWarnings("ArrayRecordComponent") // passed on at once
record KindBank(float[] masks, float[] noise) {}
