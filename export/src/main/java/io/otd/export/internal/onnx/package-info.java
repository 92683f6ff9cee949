// SPDX-License-Identifier: Apache-2.0
/**
 * An exported model as a graph of ONNX's operators, from the same description as the light model:
 * {@link io.otd.light.internal.model.LightModel}.
 */
@NullMarked
package io.otd.export.internal.onnx;

import org.jspecify.annotations.NullMarked;
