// SPDX-License-Identifier: Apache-2.0
/**
 * TensorFlow Serving's JSON: requests to host tensors, host tensors to replies.
 *
 * <p>A body is read twice. {@link io.otd.serve.json.JsonDocument} walks over it once, checks that
 * it is JSON and notes where the relevant members begin, because the signature, which determines
 * the meaning of the values, may come after them. {@link io.otd.serve.json.JsonReader} then parses
 * the bytes directly into growing arrays of numbers. No tree is built, nothing is recursive.
 */
@NullMarked
package io.otd.serve.json;

import org.jspecify.annotations.NullMarked;
