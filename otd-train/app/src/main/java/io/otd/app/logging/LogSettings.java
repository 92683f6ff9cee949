// SPDX-License-Identifier: Apache-2.0
package io.otd.app.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.List;
import org.slf4j.Logger;

/**
 * The logging of the command line. In Java, since reading a file of XML is a tenth of a server's
 * start. Logback's property {@value #FILE} names a file instead; so do {@code logback-test.xml} and
 * {@code logback.xml} on the class path.
 */
public final class LogSettings extends ContextAwareBase implements Configurator {
  private static final String FILE = "logback.configurationFile";

  private static final List<String> FILES = List.of("logback-test.xml", "logback.xml");

  /** Logback makes one by itself. */
  public LogSettings() {}

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (System.getProperty(FILE) != null || FILES.stream().anyMatch(LogSettings::isThere)) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    LogLines lines = new LogLines();
    lines.setContext(context);
    lines.start();
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(context);
    appender.setName("err");
    appender.setTarget(ConsoleTarget.SystemErr.getName());
    appender.setEncoder(lines);
    appender.start();
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.WARN);
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
    // Loading and unloading of models.
    context.getLogger("io.otd.serve").setLevel(Level.INFO);
    // It warns once that both ports share their meters.
    context.getLogger("io.micrometer.core.instrument.MeterRegistry").setLevel(Level.ERROR);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  private static boolean isThere(String file) {
    return LogSettings.class.getClassLoader().getResource(file) != null;
  }
}
