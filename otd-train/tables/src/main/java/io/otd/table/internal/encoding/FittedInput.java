// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.schema.InputColumn;
import java.util.List;

/**
 * A fitted input column, and notices of the fit.
 *
 * @param column the encoding
 * @param notices what a user should know, possibly nothing
 */
record FittedInput(InputColumn column, List<String> notices) {
  FittedInput {
    notices = List.copyOf(notices);
  }
}
