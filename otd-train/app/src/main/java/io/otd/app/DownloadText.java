// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import io.otd.table.internal.download.DownloadListener;
import java.net.URI;
import java.util.Locale;

/** Shows the progress of a download: on a terminal in one changing line, otherwise only errors. */
final class DownloadText implements DownloadListener {
  private final Console console;

  /**
   * Says it on a console.
   *
   * @param console where it is said
   */
  DownloadText(Console console) {
    this.console = console;
  }

  @Override
  public void received(URI from, long bytes, long expected) {
    if (console.terminal().getAsBoolean()) {
      String all = expected < 0 ? "" : String.format(Locale.ROOT, " of %.1f MB", expected / 1e6);
      console.err().printf(Locale.ROOT, "\r%s: %.1f MB%s ", from.getHost(), bytes / 1e6, all);
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
