// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

/**
 * A hidden layer whose units are masked.
 *
 * @param width units, at least 1
 * @param reader name of the kernel {@code [width, ...]} that reads the masked units
 */
public record MaskedLayer(int width, String reader) {}
