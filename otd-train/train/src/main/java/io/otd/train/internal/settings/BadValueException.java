// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

/** A value is not of the kind that a setting accepts; the message states the expected kind. */
public final class BadValueException extends Exception {
  private static final long serialVersionUID = 1;

  BadValueException(String expected) {
    super(expected);
  }
}
