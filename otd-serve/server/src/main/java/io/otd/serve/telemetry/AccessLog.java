// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.telemetry;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Writes requests as lines of JSON: a share of those that went well or were the client's fault,
 * evenly spaced, and every one that was the server's.
 */
final class AccessLog {
  private static final double MILLION = 1e6;

  private final double share;
  private final Consumer<String> lines;
  private final JsonFactory json = new JsonFactory();
  private final AtomicLong count = new AtomicLong();

  /**
   * A log.
   *
   * @param share of the requests, from 0 to 1
   * @param lines receives the lines
   */
  AccessLog(double share, Consumer<String> lines) {
    this.share = share;
    this.lines = lines;
  }

  void record(EndedRequest request) {
    long number = count.incrementAndGet();
    boolean sampled = Math.floor(number * share) > Math.floor((number - 1) * share);
    if (sampled || request.isFault()) {
      lines.accept(line(request));
    }
  }

  private String line(EndedRequest request) {
    StringWriter text = new StringWriter();
    try (JsonGenerator line = json.createGenerator(text)) {
      line.writeStartObject();
      line.writeStringField("protocol", request.protocol());
      line.writeStringField("method", request.method());
      line.writeStringField("model", request.trace().model());
      line.writeStringField("version", request.trace().version());
      line.writeStringField("signature", request.trace().signature());
      line.writeNumberField("rows", request.trace().rows());
      line.writeStringField("status", request.status());
      line.writeNumberField("millis", request.duration().toNanos() / MILLION);
      line.writeStringField("client", request.client());
      line.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
