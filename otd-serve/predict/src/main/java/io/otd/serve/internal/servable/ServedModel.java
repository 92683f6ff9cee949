// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import io.otd.serve.internal.inspection.InspectedModel;

/** A loaded version, possibly with more around it. */
public interface ServedModel extends SignatureRunner, AutoCloseable {
  /** Its contents. */
  InspectedModel model();

  /** Frees what it holds; waits for runs under way. Closing twice is harmless. */
  @Override
  void close();
}
