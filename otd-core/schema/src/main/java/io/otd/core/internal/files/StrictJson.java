// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Records as JSON. The same record always gives the same bytes; nothing unknown, missing or null is
 * accepted when reading. Numbers that are not finite are written as strings, e.g. {@code "NaN"}.
 */
public final class StrictJson {
  private static final ObjectWriter WRITER = writer();
  private static final ObjectReader READER = reader();

  private StrictJson() {}

  private static ObjectWriter writer() {
    DefaultIndenter indent = new DefaultIndenter("  ", "\n");
    return JsonMapper.builder()
        .build()
        .writer(new DefaultPrettyPrinter().withObjectIndenter(indent));
  }

  private static ObjectReader reader() {
    return JsonMapper.builder()
        .enable(
            DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
            DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
            DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
            DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .build()
        .reader();
  }

  /**
   * Writes a value.
   *
   * @return UTF-8
   */
  public static byte[] write(Object value) {
    try {
      return (WRITER.writeValueAsString(value) + "\n").getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot be written as JSON: " + value, e);
    }
  }

  /**
   * Reads a record that has a component {@code format}, its format version.
   *
   * @param format the version that can be read
   * @throws InvalidFileException naming the place, if the file is missing, truncated, of another
   *     version, or if something in it is unknown, missing or out of range
   * @throws IOException if it cannot be read
   */
  public static <T> T read(Path file, int format, Class<T> type) throws IOException {
    ObjectNode tree = tree(file);
    JsonNode found = tree.get("format");
    if (found == null || !found.isInt() || found.intValue() != format) {
      throw new InvalidFileException(
          file, "format version %s (expected: %s)".formatted(found, format));
    }
    return bind(file, tree, type);
  }

  /**
   * The format version of a record, whether it can be read or not.
   *
   * @return empty if it states none
   * @throws InvalidFileException if the file is missing or truncated
   * @throws IOException if it cannot be read
   */
  public static OptionalInt format(Path file) throws IOException {
    JsonNode found = tree(file).get("format");
    return found == null || !found.isInt() ? OptionalInt.empty() : OptionalInt.of(found.intValue());
  }

  /** A value as a tree, equal to the one read from the result of {@link #write}. */
  public static JsonNode tree(Object value) {
    try {
      return READER.readTree(write(value));
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot be read as JSON: " + value, e);
    }
  }

  /**
   * A record of a tree.
   *
   * @throws IllegalArgumentException naming the place, if something in it is unknown, missing or
   *     out of range
   */
  public static <T> T value(JsonNode tree, Class<T> type) {
    try {
      return READER.treeToValue(tree, type);
    } catch (JsonMappingException e) {
      throw new IllegalArgumentException(place(e) + ": " + message(e), e);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(message(e), e);
    }
  }

  private static ObjectNode tree(Path file) throws IOException {
    byte[] bytes = RegularFiles.bytes(file);
    try {
      JsonNode tree = READER.readTree(bytes);
      if (!(tree instanceof ObjectNode object)) {
        throw new InvalidFileException(file, "empty, or not a JSON object");
      }
      return object;
    } catch (JsonProcessingException e) {
      throw new InvalidFileException(
          file,
          "truncated or not JSON, at line %s: %s"
              .formatted(e.getLocation() == null ? 0 : e.getLocation().getLineNr(), message(e)),
          e);
    }
  }

  private static <T> T bind(Path file, JsonNode tree, Class<T> type) throws InvalidFileException {
    try {
      return READER.treeToValue(tree, type);
    } catch (InvalidTypeIdException e) {
      throw new InvalidFileException(
          file, "%s: unknown type \"%s\": %s".formatted(place(e), e.getTypeId(), message(e)), e);
    } catch (JsonMappingException e) {
      throw new InvalidFileException(file, place(e) + ": " + message(e), e);
    } catch (JsonProcessingException e) {
      throw new InvalidFileException(file, message(e), e);
    }
  }

  /** The path to where it went wrong, e.g. {@code model.masks.flow}. */
  private static String place(JsonMappingException e) {
    return e.getPath().stream()
        .map(r -> r.getFieldName() == null ? "[" + r.getIndex() + "]" : r.getFieldName())
        .collect(Collectors.joining("."));
  }

  /** The first line, without the names of Jackson's own settings. */
  private static String message(JsonProcessingException e) {
    String text = String.valueOf(e.getOriginalMessage());
    return text.lines().findFirst().orElse("no message").replaceAll("; `Deserialization.*", "");
  }
}
