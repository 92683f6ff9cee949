// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import java.io.IOException;

/** A function that may fail to read or write. */
@FunctionalInterface
public interface IoFunction<T, R> {
  /** The result for a value. */
  R apply(T value) throws IOException;
}
