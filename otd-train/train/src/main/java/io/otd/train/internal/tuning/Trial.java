// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import io.otd.train.settings.Settings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Settings to try.
 *
 * @param number from 0
 * @param values of the searched settings, by path
 * @param settings all of them
 */
record Trial(int number, Map<String, String> values, Settings settings) {
  Trial {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** Name of its directory. */
  String name() {
    return String.format(Locale.ROOT, "trial-%03d", number);
  }
}
