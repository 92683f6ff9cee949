// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.serve.settings.NetworkSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class ListeningPortTest {
  @Test
  void a_port_is_free_unless_somebody_listens() throws IOException {
    ListeningPort rest;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      rest = ListeningPort.rest(new NetworkSettings("127.0.0.1", 0, taken.getLocalPort()));
      assertThatThrownBy(rest::requireFree)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(
              "REST port 127.0.0.1:%s cannot be opened: ", taken.getLocalPort());
    }
    assertThatCode(rest::requireFree).doesNotThrowAnyException();
    assertThatCode(rest::requireFree).doesNotThrowAnyException(); // The first left nothing open.
  }
}
