// SPDX-License-Identifier: Apache-2.0
package io.otd.app.completion;

import io.otd.train.settings.Method;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;

/** The methods, as {@code --method} takes them. */
public final class MethodNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Arrays.stream(Method.values())
        .map(method -> method.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .iterator();
  }
}
