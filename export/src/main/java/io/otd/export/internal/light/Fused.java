// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.export.internal.flat.FlatNode.Ref;
import java.util.List;
import java.util.function.Function;

/**
 * Several operations that become one instruction.
 *
 * @param reads what the instruction reads
 * @param making adds it; the step is that of the last operation
 */
record Fused(List<Ref> reads, Function<LightStep, Placed> making) {}
