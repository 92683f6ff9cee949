// SPDX-License-Identifier: Apache-2.0
/**
 * TensorFlow Serving's gRPC services, and that of the Open Inference Protocol, on what {@code
 * inference} and {@code openinference} offer.
 */
@NullMarked
package io.otd.serve.grpc;

import org.jspecify.annotations.NullMarked;
