// SPDX-License-Identifier: Apache-2.0
/**
 * The Open Inference Protocol, version 2, on tensors in the Java heap: the same for REST and gRPC.
 * How models are run is decided in {@code inference}.
 */
@NullMarked
package io.otd.serve.openinference;

import org.jspecify.annotations.NullMarked;
