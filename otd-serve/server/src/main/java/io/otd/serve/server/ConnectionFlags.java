// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.linecorp.armeria.common.FlagsProvider;

/**
 * Armeria's defaults for connections that no server setting covers. Armeria finds this class as a
 * service.
 */
public final class ConnectionFlags implements FlagsProvider {
  /** Armeria makes one by itself. */
  public ConnectionFlags() {}

  @Override
  public int priority() {
    return 0; // Below system properties.
  }

  /** By default, the last reply of a connection over HTTP/1 would be followed by three seconds. */
  @Override
  public Long defaultHttp1ConnectionCloseDelayMillis() {
    return 0L;
  }
}
