// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** Collects errors that are logged while it is open. */
final class LoggedErrors extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  private final Queue<String> errors = new ConcurrentLinkedQueue<>();

  LoggedErrors() {
    start();
    root.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.ERROR)) {
      String cause =
          event.getThrowableProxy() == null ? "" : event.getThrowableProxy().getMessage();
      errors.add(event.getLoggerName() + ": " + event.getFormattedMessage() + " " + cause);
    }
  }

  List<String> all() {
    return List.copyOf(errors);
  }

  @Override
  public void close() {
    root.detachAppender(this);
  }
}
