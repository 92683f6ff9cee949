// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.lifecycle;

/** The stage of a version in its lifecycle. */
public enum VersionState {
  /** Known, nothing done yet. */
  START(10),
  /** Being loaded. */
  LOADING(20),
  /** It answers. */
  AVAILABLE(30),
  /** It answers no new request. */
  UNLOADING(40),
  /** Unloaded, or failed. */
  END(50);

  private final int number;

  VersionState(int number) {
    this.number = number;
  }

  /** Its number in TensorFlow Serving's interface. */
  public int number() {
    return number;
  }
}
