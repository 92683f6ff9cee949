// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

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
  void of(Servable servable, String model, long version, boolean replaces) {
    if (rows.isEmpty()) {
      return;
    }
    if (replaces) {
      compile(servable, model, version);
      return;
    }
    try {
      meanwhile.execute(
          () -> {
            try {
              compile(servable, model, version);
            } catch (IllegalStateException e) {
              LOG.info("model {}, version {}: unloaded before it was compiled", model, version);
            }
          });
    } catch (RejectedExecutionException e) {
      LOG.debug("model {}, version {}: the server stops", model, version, e);
    }
  }

  private void compile(Servable servable, String model, long version) {
    Map<String, List<Integer>> compiled =
        servable.compile(
            rows,
            servable.model().signatures().keySet(),
            (signature, why) ->
                LOG.info(
                    "model {}, version {}, signature {}: not compiled: {}",
                    model,
                    version,
                    signature,
                    why));
    LOG.info("model {}, version {}: compiled for rows {}", model, version, compiled);
  }
}
