// SPDX-License-Identifier: Apache-2.0
package io.otd.app.table;

import io.otd.app.command.Console;
import io.otd.core.internal.text.NumberText;
import io.otd.table.internal.download.DownloadListener;
import java.net.URI;

/**
 * Shows the progress of a download: on a terminal in one changing line, otherwise only errors.
 *
 * @param console where it is printed
 */
record DownloadText(Console console) implements DownloadListener {
  @Override
  public void received(URI from, long bytes, long expected) {
    if (console.terminal().getAsBoolean()) {
      String all = expected < 0 ? "" : " of %s MB".formatted(NumberText.fixed(expected / 1e6, 1));
      console.err().printf("\r%s: %s MB%s ", from.getHost(), NumberText.fixed(bytes / 1e6, 1), all);
      if (bytes == expected) {
        console.err().println();
      }
    }
  }

  @Override
  public void again(URI from, String problem) {
    console.note("otd: " + problem + "; retrying");
  }
}
