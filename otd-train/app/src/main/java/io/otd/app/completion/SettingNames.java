// SPDX-License-Identifier: Apache-2.0
package io.otd.app.completion;

import io.otd.train.settings.Settings;
import java.util.Iterator;

/** The settings, as {@code --set} begins with them. */
public final class SettingNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Settings.STANDARD.flat().keySet().stream().map(path -> path + "=").iterator();
  }
}
