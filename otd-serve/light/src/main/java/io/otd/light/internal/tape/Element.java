// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.tape;

import java.util.List;

/** The element types of a tape. The order is that of the file. */
public enum Element {
  /** Single precision. */
  FLOAT(Float.BYTES),
  /** Double precision. */
  DOUBLE(Double.BYTES),
  /** Whole numbers of 32 bits, and truth values as 0 and 1. */
  INT(Integer.BYTES);

  private static final List<Element> ALL = List.of(values());

  private final int bytes;

  Element(int bytes) {
    this.bytes = bytes;
  }

  /** Its number in a file. */
  public int number() {
    return ALL.indexOf(this);
  }

  /** All element types, by their numbers. */
  public static List<Element> all() {
    return ALL;
  }

  /** Size of an element. */
  public int bytes() {
    return bytes;
  }
}
