// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.settings;

/** The engine that computes models. */
public enum Engine {
  /** TensorFlow: every SavedModel. */
  TENSORFLOW,
  /** Plain Java: models exported by otd alone. TensorFlow's library is not loaded. */
  LIGHT
}
