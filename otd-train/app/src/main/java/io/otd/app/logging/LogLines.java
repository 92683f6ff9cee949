// SPDX-License-Identifier: Apache-2.0
package io.otd.app.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import io.otd.core.internal.text.BriefText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Lines of the log: time by ISO 8601, level, logger, message, and the stack trace of a failure.
 *
 * <p>Clients make the network libraries warn, with any bytes that they send. Their warnings have
 * one line each, without a trace, and each logger has one in {@value #SECONDS} seconds at most; the
 * next one has their number.
 */
final class LogLines extends EncoderBase<ILoggingEvent> {
  private static final int SECONDS = 10;
  private static final int LONGEST = 400;

  private static final List<String> NETWORK = List.of("com.linecorp.armeria.", "io.netty.");

  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

  private static final byte[] NOTHING = {};

  /** By logger. */
  private final Map<String, Warned> warned = new HashMap<>();

  /**
   * The warnings of a logger.
   *
   * @param millis time of the last one that was shown
   * @param more others since
   */
  private record Warned(long millis, int more) {}

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    String line = isOfNetwork(event) ? ofNetwork(event) : ofOurs(event);
    return line.getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isOfNetwork(ILoggingEvent event) {
    return NETWORK.stream().anyMatch(event.getLoggerName()::startsWith)
        && !event.getLevel().isGreaterOrEqual(Level.ERROR);
  }

  private static String ofOurs(ILoggingEvent event) {
    IThrowableProxy failure = event.getThrowableProxy();
    String trace = failure == null ? "" : ThrowableProxyUtil.asString(failure);
    return head(event) + event.getFormattedMessage() + System.lineSeparator() + trace;
  }

  private String ofNetwork(ILoggingEvent event) {
    int more = 0;
    synchronized (warned) {
      Warned last = warned.get(event.getLoggerName());
      long now = event.getTimeStamp();
      if (last != null && now - last.millis() < SECONDS * 1000L) {
        warned.put(event.getLoggerName(), new Warned(last.millis(), last.more() + 1));
        return "";
      }
      more = last == null ? 0 : last.more();
      warned.put(event.getLoggerName(), new Warned(now, 0));
    }
    IThrowableProxy failure = event.getThrowableProxy();
    String text =
        (event.getFormattedMessage() + (failure == null ? "" : " " + told(failure)))
            .replaceAll("\\p{Cntrl}+", " ");
    return head(event)
        + BriefText.of(text, LONGEST)
        + (more == 0 ? "" : " (and %s more before)".formatted(more))
        + System.lineSeparator();
  }

  private static String told(IThrowableProxy failure) {
    String name = failure.getClassName();
    return name.substring(name.lastIndexOf('.') + 1) + ": " + failure.getMessage();
  }

  private static String head(ILoggingEvent event) {
    String logger = event.getLoggerName();
    return TIME.format(Instant.ofEpochMilli(event.getTimeStamp()))
        + " "
        + event.getLevel()
        + " "
        + logger.substring(logger.lastIndexOf('.') + 1)
        + ": ";
  }
}
