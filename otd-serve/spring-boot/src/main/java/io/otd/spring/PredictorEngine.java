// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

/** Engine that computes the predictions of a model. */
public enum PredictorEngine {
  /** TensorFlow, with {@code io.otd:otd-predict} among the application's dependencies. */
  TENSORFLOW,
  /** Plain Java, from the file {@code assets.extra/otd-light.bin} of the export. */
  LIGHT
}
