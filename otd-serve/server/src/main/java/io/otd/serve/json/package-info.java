// SPDX-License-Identifier: Apache-2.0
/**
 * TensorFlow Serving's JSON: requests to host tensors, host tensors to replies.
 *
 * <p>Jackson reads the text of a body; {@link io.otd.serve.json.JsonReader} is its cursor. The
 * signature, which determines the meaning of the values, may come after them: {@link
 * io.otd.serve.json.JsonDocument} walks over the body once and notes where the relevant members
 * are, and each is then read into growing arrays of numbers. No tree is built, nothing is
 * recursive.
 */
@NullMarked
package io.otd.serve.json;

import org.jspecify.annotations.NullMarked;
