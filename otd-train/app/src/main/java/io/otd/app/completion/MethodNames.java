// SPDX-License-Identifier: Apache-2.0
package io.otd.app.completion;

import io.otd.train.settings.Method;
import java.util.Arrays;
import java.util.Iterator;

/** The methods, as {@code --method} takes them; trees are trained only in a pool. */
public final class MethodNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Arrays.stream(Method.values())
        .filter(method -> !method.grown())
        .map(Method::label)
        .iterator();
  }
}
