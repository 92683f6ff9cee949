// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.printed;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.files.ClassResource;
import java.io.IOException;

/** Printed numbers, in JSON files of the installation. */
public final class PrintedNumbers {
  private static final ObjectMapper JSON = new ObjectMapper();

  private PrintedNumbers() {}

  /**
   * Reads a file.
   *
   * @param beside a class in the package of the file
   * @param type what it holds
   * @throws IllegalStateException if it does not exist or has other contents
   */
  public static <T> T read(Class<?> beside, String name, Class<T> type) {
    try {
      return JSON.readValue(ClassResource.bytes(beside, name), type);
    } catch (IOException e) {
      throw new IllegalStateException(name + ": cannot be read", e);
    }
  }
}
