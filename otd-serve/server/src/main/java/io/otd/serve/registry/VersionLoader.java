// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.servable.ServedModel;
import java.io.IOException;
import java.nio.file.Path;

/** Loads versions. */
@FunctionalInterface
public interface VersionLoader {
  /**
   * Loads a version, ready to answer.
   *
   * @param directory of the version
   * @param caller waits for it: gone once the load was abandoned
   * @throws IOException if it cannot be read or is not to be loaded; the message is for the status
   */
  ServedModel load(VersionId id, Path directory, Caller caller) throws IOException;
}
