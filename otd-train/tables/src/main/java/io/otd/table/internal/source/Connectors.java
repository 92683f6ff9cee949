// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.source;

import io.otd.table.problem.InputException;
import io.otd.table.source.TableAddress;
import io.otd.table.source.TableConnector;
import java.util.ServiceLoader;
import java.util.function.Predicate;

/** The connectors on the class path. */
public final class Connectors {
  private Connectors() {}

  /**
   * The one that reads a table.
   *
   * @throws InputException if there is none
   */
  public static TableConnector reading(TableAddress address) {
    return first(address, connector -> connector.reads(address));
  }

  /**
   * The one that writes a table.
   *
   * @throws InputException if there is none
   */
  public static TableConnector writing(TableAddress address) {
    return first(address, connector -> connector.writes(address));
  }

  private static TableConnector first(TableAddress address, Predicate<TableConnector> suits) {
    for (TableConnector connector : ServiceLoader.load(TableConnector.class)) {
      if (suits.test(connector)) {
        return connector;
      }
    }
    throw new InputException(
        ("%s: nothing on the class path opens it (expected: CSV, ARFF or JSON lines; otd-sources"
                + " opens Parquet, databases and queries)")
            .formatted(address.name()));
  }
}
