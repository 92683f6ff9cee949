// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import java.util.Map;

/**
 * What a command gives back.
 *
 * @param exitCode 0, or 130 if it was interrupted
 * @param json the answer with {@code --json}
 */
record Answer(int exitCode, Map<String, ?> json) {
  static Answer ok(Map<String, ?> json) {
    return new Answer(0, json);
  }
}
