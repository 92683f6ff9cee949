// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.adapt;

import io.otd.core.schema.TableSchema;
import io.otd.serve.internal.servable.ServedModel;
import io.otd.serve.registry.VersionLoader;
import io.otd.serve.settings.ServeSettings;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of versions without the column of the groups: a server may serve models with and without
 * it.
 *
 * @param option that names the column
 * @param column by which; empty if no groups are wanted
 * @param without what holds for a version without it
 */
public record GroupCheck(String option, Optional<String> column, String without) {
  private static final Logger LOG = LoggerFactory.getLogger("io.otd.serve.adapt");

  /** Loads versions as another loader does, and warns of those without the columns of settings. */
  public static VersionLoader checking(ServeSettings settings, VersionLoader loader) {
    GroupCheck adapted =
        new GroupCheck(
            "--adapt-by", settings.adapt().by(), "the intervals of all rows adapt together");
    GroupCheck monitored =
        new GroupCheck(
            "--monitor-by", settings.watch().monitorBy(), "its coverage is that of all rows");
    return adapted.checking(monitored.checking(loader));
  }

  private VersionLoader checking(VersionLoader loader) {
    return (id, directory, caller) -> {
      ServedModel served = loader.load(id, directory, caller);
      served
          .model()
          .otd()
          .description()
          .flatMap(description -> problem(description.schema()))
          .ifPresent(problem -> LOG.warn("{}: {} {}; {}", id, option, problem, without));
      return served;
    };
  }

  /** Why the rows of a model have no groups; nothing if they have, or none are wanted. */
  Optional<String> problem(TableSchema schema) {
    return column
        .filter(name -> GroupColumn.of(column, schema).isEmpty())
        .map(
            name ->
                "\"%s\": no input column (expected: one of %s)"
                    .formatted(name, schema.inputNames()));
  }
}
