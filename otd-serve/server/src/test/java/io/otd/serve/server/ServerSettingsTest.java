// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerSettingsTest {
  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1:8501",
    "localhost, localhost:8501",
    "::1, [::1]:8501",
    "[::1], [::1]:8501",
    "::, [::]:8501"
  })
  void an_address_of_ipv6_is_in_brackets(String host, String address) {
    assertThat(ServerSettings.DEFAULT.listeningOn(host, 8500, 8501).address(8501))
        .isEqualTo(address);
  }
}
