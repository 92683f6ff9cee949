// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.download;

import java.io.IOException;

/** A temporary failure. */
final class PassingException extends IOException {
  private static final long serialVersionUID = 1;

  PassingException(String message) {
    super(message);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
