// SPDX-License-Identifier: Apache-2.0
package io.otd.app.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator.ExecutionStatus;
import ch.qos.logback.core.ConsoleAppender;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class LogSettingsTest {
  private static final String FILE = "logback.configurationFile";

  private static void assertSaysWhatIsServed(LoggerContext context) {
    assertThat(context.getLogger("io.otd.serve.models").getEffectiveLevel()).isEqualTo(Level.INFO);
    assertThat(context.getLogger("io.netty").getEffectiveLevel()).isEqualTo(Level.WARN);
    assertThat(context.getLogger("io.micrometer.core.instrument.MeterRegistry").getEffectiveLevel())
        .isEqualTo(Level.ERROR);
    assertThat(context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("err"))
        .isInstanceOfSatisfying(
            ConsoleAppender.class,
            appender -> assertThat(appender.getTarget()).isEqualTo("System.err"));
  }

  @Test
  void logback_finds_the_settings() {
    assertSaysWhatIsServed((LoggerContext) LoggerFactory.getILoggerFactory());
  }

  @Test
  void a_named_configuration_file_takes_precedence() {
    LogSettings settings = new LogSettings();
    LoggerContext context = new LoggerContext();
    settings.setContext(context);
    System.setProperty(FILE, "other.xml");
    try {
      assertThat(settings.configure(context)).isEqualTo(ExecutionStatus.INVOKE_NEXT_IF_ANY);
    } finally {
      System.clearProperty(FILE);
    }
    assertThat(settings.configure(context)).isEqualTo(ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY);
    assertSaysWhatIsServed(context);
  }
}
