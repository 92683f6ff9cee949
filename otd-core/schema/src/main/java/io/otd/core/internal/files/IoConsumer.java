// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import java.io.IOException;

/** Takes a value, and may fail to read or write. */
@FunctionalInterface
public interface IoConsumer<T> {
  /** Takes a value. */
  void accept(T value) throws IOException;
}
