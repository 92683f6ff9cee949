// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.lifecycle;

import io.otd.core.schema.TableSchema;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The loader of a model's versions.
 *
 * @param <M> what is loaded
 */
public interface VersionKind<M> {
  /**
   * Loads and tests a version, so that it is ready to answer.
   *
   * @param version its directory
   * @throws IOException if it cannot be read or is not to be loaded
   */
  M load(Path version) throws IOException;

  /** Its columns; known of a closed one, too. */
  TableSchema schema(M loaded);

  /** Releases the loaded version, after its last use. */
  void close(M loaded);
}
