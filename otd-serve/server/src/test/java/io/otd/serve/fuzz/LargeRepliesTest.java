// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.serve.server.OtdServer;
import io.otd.serve.settings.TestSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replies that are made at the same time: each is small enough, all of them would be too much. */
class LargeRepliesTest {
  private static final int SIDE = 1500;
  private static final long REPLY = 16L * SIDE * SIDE;

  @TempDir Path scratch;

  private static byte[] post(String body) {
    return "POST /v1/models/tiny:predict HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(body.length(), body)
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** A product of a column and a row: few numbers become many. */
  private static byte[] product() {
    String column = "[1]" + ",[1]".repeat(SIDE - 1);
    String row = "1" + ",1".repeat(SIDE - 1);
    return post(
        "{\"signature_name\": \"matmul\", \"inputs\": {\"a\": [%s], \"b\": [[%s]]}}"
            .formatted(column, row));
  }

  @Test
  void a_reply_that_does_not_fit_beside_others_is_refused_and_a_single_one_fits() throws Exception {
    try (OtdServer server = FuzzedServer.tiny(scratch, s -> TestSettings.pending(s, 1 << 20));
        Wire slow = Wire.narrow(server.restPort())) {
      slow.send(product());
      Footprint.await(() -> replies(server) == REPLY);
      try (Wire second = new Wire(server.restPort())) {
        Wire.Reply reply = second.send(product()).reply();
        assertThat(reply.status()).as(reply.body()).isEqualTo(503);
        assertThat(reply.headers()).containsIgnoringCase("retry-after");
        assertThat(reply.body()).contains("too many large replies");
      }
      assertThat(replies(server)).isEqualTo(REPLY);
      assertThat(slow.reply().status()).isEqualTo(200);
      Footprint.await(() -> replies(server) == 0);
    }
  }

  private static long replies(OtdServer server) {
    return FuzzedServer.metric(server, "otd_pending_reply_bytes ");
  }
}
