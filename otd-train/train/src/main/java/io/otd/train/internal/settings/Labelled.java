// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

/** A constant of an enumeration that users know by a name of its own. */
public interface Labelled {
  /** The name. */
  String label();
}
