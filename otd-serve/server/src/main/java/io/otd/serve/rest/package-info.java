// SPDX-License-Identifier: Apache-2.0
/**
 * The REST door: paths, methods and texts of TensorFlow Serving's API v1 and of the Open Inference
 * Protocol v2. Requests are interpreted in {@code inference} and {@code openinference}, bodies in
 * {@code json}.
 */
@NullMarked
package io.otd.serve.rest;

import org.jspecify.annotations.NullMarked;
