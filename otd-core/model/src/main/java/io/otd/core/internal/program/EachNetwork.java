// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** How work is done for networks that do not need each other. */
@FunctionalInterface
public interface EachNetwork {
  /** One after another, in the calling thread. */
  EachNetwork IN_TURN = (networks, work) -> IntStream.range(0, networks).mapToObj(work).toList();

  /**
   * Does the work.
   *
   * @param networks at least 0
   * @param work for a network, by its number from 0; may be called in several threads
   * @return what it gave, in the order of the networks
   */
  List<float[]> of(int networks, IntFunction<float[]> work);
}
