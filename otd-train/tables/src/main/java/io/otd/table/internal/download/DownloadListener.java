// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.download;

import java.net.URI;

/** Receives the progress of a download. */
public interface DownloadListener {
  /**
   * Some bytes have been received.
   *
   * @param from where
   * @param bytes so far
   * @param expected total number of bytes, -1 if unknown
   */
  void received(URI from, long bytes, long expected);

  /**
   * It went wrong, and is tried again after a while.
   *
   * @param from where
   * @param problem what went wrong
   */
  void again(URI from, String problem);
}
