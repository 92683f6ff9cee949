// SPDX-License-Identifier: Apache-2.0
package io.otd.app.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LogLinesTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final LogLines lines = new LogLines();
  private final LoggerContext context = new LoggerContext();

  private String line(
      String logger, Level level, Instant at, String message, @Nullable Throwable failure) {
    Logger from = context.getLogger(logger);
    LoggingEvent event = new LoggingEvent("", from, level, message, failure, null);
    event.setTimeStamp(at.toEpochMilli());
    return new String(lines.encode(event), StandardCharsets.UTF_8);
  }

  private String network(Instant at) {
    return line(
        "com.linecorp.armeria.server.HttpServerHandler",
        Level.WARN,
        at,
        "Unexpected exception:",
        new IllegalStateException("bad\r\nbytes"));
  }

  @Test
  void a_line_begins_with_its_time_by_iso_8601() {
    assertThat(line("io.otd.serve.models", Level.INFO, NOON, "model q: AVAILABLE", null))
        .isEqualTo("2026-03-01T12:00:00.000Z INFO models: model q: AVAILABLE%n".formatted());
  }

  @Test
  void a_failure_of_ours_has_its_stack_trace() {
    assertThat(line("io.otd.A", Level.ERROR, NOON, "failed", new IllegalStateException("why")))
        .startsWith("2026-03-01T12:00:00.000Z ERROR A: failed")
        .contains("java.lang.IllegalStateException: why", "at io.otd.app.logging.LogLinesTest");
  }

  @Test
  void a_warning_of_the_network_is_one_line_without_trace_at_most_each_ten_seconds() {
    assertThat(network(NOON))
        .isEqualTo(
            "2026-03-01T12:00:00.000Z WARN HttpServerHandler: Unexpected exception:"
                + " IllegalStateException: bad bytes%n".formatted());
    for (int second = 0; second < 10; second++) {
      assertThat(network(NOON.plusSeconds(second))).isEmpty();
    }
    assertThat(network(NOON.plusSeconds(10))).contains("(and 10 more before)");
    assertThat(network(NOON.plusSeconds(20))).doesNotContain("more before");
  }

  @Test
  void loggers_of_the_network_are_limited_separately_and_only_in_warnings() {
    network(NOON);
    assertThat(line("io.netty.util.Leak", Level.WARN, NOON, "first", null)).contains("first");
    assertThat(line("io.netty.util.Leak", Level.ERROR, NOON, "second", null)).contains("second");
    assertThat(line("io.netty.util.Leak", Level.ERROR, NOON, "third", null)).contains("third");
  }

  @Test
  void long_warnings_of_the_network_are_cut() {
    assertThat(line("io.netty.A", Level.WARN, NOON, "x".repeat(20_000), null)).hasSizeLessThan(500);
  }
}
