// SPDX-License-Identifier: Apache-2.0
package io.otd.app.completion;

import io.otd.paper.experiment.Scale;
import java.util.Arrays;
import java.util.Iterator;

/** The scales of {@code otd reproduce}. */
public final class ScaleNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Arrays.stream(Scale.values()).map(Scale::label).iterator();
  }
}
