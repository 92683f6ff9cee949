// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.otd.table.internal.source.SourceFile;
import io.otd.table.internal.text.TextSource;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * The objects of a JSON file, plain or gzipped, one after another.
 *
 * @param file that is read
 * @param parser of its text
 */
record JsonObjects(SourceFile file, JsonParser parser) implements Closeable {
  /** Of the parser, for a key that was there before. */
  private static final Pattern TWICE = Pattern.compile("Duplicate field '(.*)'", Pattern.DOTALL);

  private static final int BUFFER = 1 << 16;

  /**
   * Opens a file.
   *
   * @param strict whether a key that an object has twice is an error, which takes time to find
   * @throws IOException if it cannot be read
   */
  static JsonObjects of(SourceFile file, boolean strict) throws IOException {
    // NaN and Infinity are no JSON, but Python writes them.
    JsonFactory factory =
        JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION, strict)
            .build();
    BufferedInputStream bytes = new BufferedInputStream(Files.newInputStream(file.path()), BUFFER);
    try {
      TextSource.requireText(file.name(), bytes);
      return new JsonObjects(file, factory.createParser(unpacked(bytes)));
    } catch (IOException | RuntimeException e) {
      bytes.close();
      throw e;
    }
  }

  private static InputStream unpacked(InputStream bytes) throws IOException {
    bytes.mark(2);
    boolean packed = bytes.read() == 0x1f && bytes.read() == 0x8b;
    bytes.reset();
    return packed ? new GZIPInputStream(bytes, BUFFER) : bytes;
  }

  /** Receives the members of an object. */
  interface Members {
    /**
     * A member; what it does not read is skipped.
     *
     * @param key of the member
     * @param value positioned at its first token
     */
    void take(String key, JsonParser value) throws IOException;
  }

  /**
   * Passes on the members of the next object.
   *
   * @return whether there was one
   * @throws InputException if the file is broken: line and what is wrong
   * @throws IOException if it cannot be read
   */
  boolean next(Members members) throws IOException {
    try {
      JsonToken token = parser.nextToken();
      while (token == JsonToken.START_ARRAY || token == JsonToken.END_ARRAY) {
        token = parser.nextToken();
      }
      if (token == null) {
        return false;
      }
      if (token != JsonToken.START_OBJECT) {
        throw wrong(Quoted.of(parser.getText()) + " (expected: objects, one a row)");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        parser.nextToken();
        members.take(key, parser);
        parser.skipChildren();
      }
      return true;
    } catch (JsonProcessingException e) {
      throw wrong(problem(Quoted.plain(e.getOriginalMessage())));
    }
  }

  /** Which of two values is meant is not known. */
  private static String problem(String message) {
    Matcher twice = TWICE.matcher(message);
    return twice.matches()
        ? "key %s stands twice in an object (expected: once)".formatted(Quoted.of(twice.group(1)))
        : message + " (expected: JSON objects, one a row)";
  }

  private InputException wrong(String what) {
    return new InputException(
        "%s, line %s: %s".formatted(file.name(), parser.currentLocation().getLineNr(), what));
  }

  @Override
  public void close() throws IOException {
    parser.close();
  }
}
