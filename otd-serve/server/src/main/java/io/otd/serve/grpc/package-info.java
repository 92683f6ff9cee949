// SPDX-License-Identifier: Apache-2.0
/** TensorFlow Serving's gRPC services, on what {@code inference} offers. */
@NullMarked
package io.otd.serve.grpc;

import org.jspecify.annotations.NullMarked;
