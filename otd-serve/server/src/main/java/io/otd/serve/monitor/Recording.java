// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.predict.InputCells;
import io.otd.predict.Prediction;
import io.otd.serve.rest.RestExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Collects the predictions of a request, to remember them when all have arrived. For one thread.
 */
final class Recording implements RestExtension.Listener {
  private final Monitor monitor;
  private final String id;
  private final VersionMonitor version;
  private final LawGrid grid;
  private final InputCells cells;
  private final int most;
  private final List<@Nullable RememberedRow> rows = new ArrayList<>();
  private int count;

  /**
   * Of one request.
   *
   * @param cells of its rows
   * @param most maximum number of rows that are remembered of it
   */
  Recording(
      Monitor monitor,
      String id,
      VersionMonitor version,
      LawGrid grid,
      InputCells cells,
      int most) {
    this.monitor = monitor;
    this.id = id;
    this.version = version;
    this.grid = grid;
    this.cells = cells;
    this.most = most;
  }

  /** Takes the next row. Nothing is kept of it but a few numbers. */
  @Override
  public void row(Prediction prediction) {
    if (rows.size() < most) {
      rows.add(remembered(prediction));
    }
    count++;
  }

  /** Empty for a row that cannot be scored. */
  private @Nullable RememberedRow remembered(Prediction prediction) {
    List<LawSummary> laws = new ArrayList<>();
    for (int target = 0; target < version.targets().size(); target++) {
      Optional<LawSummary> law = grid.summary(prediction, target);
      if (law.isEmpty()) {
        return null;
      }
      laws.add(law.get());
    }
    MonitoredModel served = version.served();
    return new RememberedRow(laws, served.adaptedGroup(cells, count), served.group(cells, count));
  }

  /** Stores the collected predictions: they can be observed from now on. */
  @Override
  public void end() {
    monitor.remember(id, new Remembered(version, count, rows));
  }
}
