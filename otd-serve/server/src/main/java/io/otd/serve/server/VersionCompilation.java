// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.servable.Servable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When versions are compiled. A version that replaces another is compiled first, so that clients do
 * not notice the switch. The first of a model answers at once and is compiled meanwhile: waiting
 * would help no one.
 *
 * @param rows numbers of rows of the runs that are compiled, possibly none
 * @param meanwhile runs tasks in the background
 */
record VersionCompilation(List<Integer> rows, Executor meanwhile) {
  private static final Logger LOG = LoggerFactory.getLogger(VersionCompilation.class);

  /**
   * Compiles a version, now or soon.
   *
   * @param replaces whether the model has another version that answers
   */
  void of(Servable servable, VersionId id, boolean replaces) {
    if (rows.isEmpty()) {
      return;
    }
    if (replaces) {
      compile(servable, id);
      return;
    }
    try {
      meanwhile.execute(
          () -> {
            try {
              compile(servable, id);
            } catch (IllegalStateException e) {
              LOG.info("{}: unloaded before it was compiled", id);
            }
          });
    } catch (RejectedExecutionException e) {
      LOG.debug("{}: the server stops", id, e);
    }
  }

  private void compile(Servable servable, VersionId id) {
    Map<String, List<Integer>> compiled =
        servable.compile(
            rows,
            servable.model().signatures().keySet(),
            (signature, why) -> LOG.info("{}, signature {}: not compiled: {}", id, signature, why));
    LOG.info("{}: compiled for rows {}", id, compiled);
  }
}
