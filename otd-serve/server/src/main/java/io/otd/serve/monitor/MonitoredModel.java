// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.predict.InputCells;
import io.otd.serve.adapt.AdaptedModel;
import io.otd.serve.adapt.GroupColumn;
import java.util.List;
import java.util.Optional;

/**
 * What the monitor knows of a version.
 *
 * @param adapted the model whose intervals may adapt
 * @param adaptedBy column whose groups have adaptive intervals of their own, if it has such a one
 * @param groupedBy column by whose groups coverage is reported, if it has such a one
 */
record MonitoredModel(
    AdaptedModel adapted, Optional<GroupColumn> adaptedBy, Optional<GroupColumn> groupedBy) {
  /**
   * The model of a description.
   *
   * @param adaptedBy name of the column of adaptive intervals, if there is one
   * @param groupedBy name of the column of groups, if there is one
   */
  static MonitoredModel of(
      ExportDescription description, Optional<String> adaptedBy, Optional<String> groupedBy) {
    return new MonitoredModel(
        AdaptedModel.of(description),
        GroupColumn.of(adaptedBy, description.schema()),
        GroupColumn.of(groupedBy, description.schema()));
  }

  /** Names of the targets, in order. */
  List<String> targets() {
    return adapted.targets();
  }

  /** The group of a row whose intervals adapt together; empty if it is in none. */
  String adaptedGroup(InputCells rows, int row) {
    return group(adaptedBy, rows, row);
  }

  /** The group of a row whose coverage is reported; empty if it is in none. */
  String group(InputCells rows, int row) {
    return group(groupedBy, rows, row);
  }

  private static String group(Optional<GroupColumn> column, InputCells rows, int row) {
    return column.map(by -> by.group(rows, row)).orElse("");
  }
}
