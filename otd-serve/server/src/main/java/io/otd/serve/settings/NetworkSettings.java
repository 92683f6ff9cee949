// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import java.net.InetSocketAddress;

/**
 * Where the server listens.
 *
 * @param host address
 * @param grpcPort 0 for any that is free
 * @param restPort 0 for any that is free
 */
public record NetworkSettings(
    @Setting("Address to listen on.") @Flags(value = "--host", label = "ADDRESS") String host,
    @Setting(value = "Port for gRPC; 0 for any free port.", atLeast = 0, atMost = 65535)
        @Flags(
            value = {"--grpc-port", "--port"},
            label = "PORT")
        int grpcPort,
    @Setting(value = "Port for REST; 0 for any free port.", atLeast = 0, atMost = 65535)
        @Flags(
            value = {"--rest-port", "--rest_api_port"},
            label = "PORT")
        int restPort) {
  /** TensorFlow Serving's ports, on this machine alone. */
  static final NetworkSettings DEFAULT = new NetworkSettings("127.0.0.1", 8500, 8501);

  /** A port of {@link #host}. */
  public InetSocketAddress socket(int port) {
    return new InetSocketAddress(host, port);
  }

  /** A port of {@link #host}, as in a URL: an IPv6 address is in brackets. */
  public String address(int port) {
    boolean bare = host.contains(":") && !host.startsWith("[");
    return (bare ? "[%s]:%s" : "%s:%s").formatted(host, port);
  }
}
