// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.otd.core.internal.files.IoFunction;
import io.otd.serve.internal.status.ServingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Reads the values of a body one after the other. It stands at a value; of an object or a list that
 * has been read, at its end. {@code NaN}, {@code Infinity} and {@code -Infinity} are numbers.
 *
 * <p>It is never closed: Jackson keeps the names of a closed parser for all later ones, and a
 * client may send names of any length.
 */
public final class JsonReader {
  /** Each level takes memory. The size of a body is bounded before it is read. */
  private static final int LEVELS = 1000;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(LEVELS)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  /** Jackson reads more than these: with a plus sign, or as {@code -INF}. */
  private static final Set<String> NOT_FINITE = Set.of("NaN", "Infinity", "-Infinity");

  /** Base64 may be broken into lines. */
  private static final Pattern WHITE_SPACE = Pattern.compile("\\s");

  /** The name, in quotes, that marks an object as bytes in base64. */
  private static final byte[] BASE64_BEGINS = {'"', 'b', '6', '4', '"'};

  /** Parts of messages for the programmer of a server, not for its client. */
  private static final Pattern PROGRAMMERS =
      Pattern.compile(" \\(start marker at .*|: enable `.*|, from `StreamReadConstraints[^`]*`");

  private final byte[] bytes;
  private final int from;
  private final int to;
  private final JsonParser parser;

  /** A reader at the value that begins at a position. */
  JsonReader(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    parser = parser(bytes, from, to);
    move();
  }

  private static JsonParser parser(byte[] bytes, int from, int to) {
    try {
      return JSON.createParser(bytes, from, to - from);
    } catch (IOException e) { // It looks at the first bytes.
      throw otherEncoding();
    }
  }

  private static ServingException otherEncoding() {
    return ServingException.invalid("JSON Parse error: another encoding (expected: UTF-8)");
  }

  /**
   * A reader at the object that a body is.
   *
   * @param body UTF-8; not changed by anyone afterwards
   * @throws ServingException INVALID_ARGUMENT, if it is not the start of one
   */
  public static JsonReader of(byte[] body) {
    JsonReader reader = new JsonReader(body, 0, body.length);
    if (!reader.parser.hasCurrentToken()) {
      throw ServingException.invalid("JSON Parse error: The document is empty");
    }
    if (reader.start() < 0) {
      throw otherEncoding();
    }
    if (reader.kind() != JsonKind.OBJECT) {
      throw reader.refusal("Is not object");
    }
    return reader;
  }

  private <T> T read(IoFunction<JsonParser, T> reading) {
    try {
      return reading.apply(parser);
    } catch (IOException e) {
      throw error(e);
    }
  }

  private ServingException error(IOException failure) {
    if (failure instanceof JsonParseException wrong && wrong.getLocation() != null) {
      return error(wrong.getOriginalMessage(), wrong.getLocation());
    }
    return error(String.valueOf(failure.getMessage()), parser.currentLocation());
  }

  private ServingException error(String message, JsonLocation place) {
    return ServingException.invalid(
        "JSON Parse error: %s at offset: %s"
            .formatted(
                PROGRAMMERS
                    .matcher(message)
                    .replaceFirst("")
                    .replace("'NaN'/'+INF'/'-INF'", "'NaN'/'Infinity'/'-Infinity'"),
                from + place.getByteOffset()));
  }

  private JsonToken move() {
    try {
      return parser.nextToken();
    } catch (IOException e) {
      throw error(e);
    }
  }

  /** The kind of the value here. */
  public JsonKind kind() {
    return JsonKind.of(parser.currentToken());
  }

  /** Enters a list if there is one here. */
  boolean openList() {
    boolean list = parser.hasToken(JsonToken.START_ARRAY);
    if (list) {
      move();
    }
    return list;
  }

  /** Whether the list entered ends here. */
  boolean closeList() {
    return parser.hasToken(JsonToken.END_ARRAY);
  }

  /** Enters an object or a list; returns false if it is empty. */
  public boolean open() {
    return !move().isStructEnd();
  }

  /** After a value: moves to the next one of its list or object; false at the end. */
  public boolean next() {
    return !move().isStructEnd();
  }

  /**
   * Reads the members of the object here.
   *
   * @param member moves over the value of the member with that name
   */
  public void members(Consumer<String> member) {
    for (boolean more = open(); more; more = next()) {
      member.accept(name());
    }
  }

  /**
   * Reads the elements of the list here.
   *
   * @param element moves over the element
   */
  public void elements(Runnable element) {
    for (boolean more = open(); more; more = next()) {
      element.run();
    }
  }

  /**
   * Requires a condition on the value here.
   *
   * @param what the value is, possibly with a text before it
   * @throws ServingException INVALID_ARGUMENT, with the value, if the condition does not hold
   */
  public void require(boolean holds, String what, String expected) {
    if (!holds) {
      throw ServingException.invalid("%s: %s (expected: %s)".formatted(what, shown(), expected));
    }
  }

  /**
   * Reads a string.
   *
   * @param what it is
   * @throws ServingException INVALID_ARGUMENT, if the value here is none
   */
  public String text(String what) {
    require(kind() == JsonKind.STRING, what, "a text");
    return text();
  }

  /** The same for a truth value. */
  boolean flag(String what) {
    require(isFlag(), what, "true or false");
    return flag();
  }

  /** The same for an integer of 64 bits. */
  long integer(String what) {
    require(isLong(), what, "an integer");
    return integer();
  }

  /** Reads a member's name and moves to its value. */
  public String name() {
    try {
      String name = parser.currentName();
      parser.nextToken();
      return name;
    } catch (IOException e) {
      throw error(e);
    }
  }

  /** Reads a string. */
  public String text() {
    String text = read(JsonParser::getText);
    if (text.chars().anyMatch(c -> Character.isSurrogate((char) c))
        && !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw error("The surrogate pair in string is invalid.", parser.currentTokenLocation());
    }
    return text;
  }

  /** Whether the value here is true or false. */
  public boolean isFlag() {
    return kind() == JsonKind.TRUE || kind() == JsonKind.FALSE;
  }

  /** The truth value here. */
  public boolean flag() {
    return kind() == JsonKind.TRUE;
  }

  /** Whether the value here is an integer of 64 bits, signed. */
  public boolean isLong() {
    return parser.hasToken(JsonToken.VALUE_NUMBER_INT)
        && read(JsonParser::getNumberType) != JsonParser.NumberType.BIG_INTEGER;
  }

  /** Whether the number here is an integer of 64 bits, unsigned. */
  boolean isUnsignedLong() {
    if (!parser.hasToken(JsonToken.VALUE_NUMBER_INT)) {
      return false;
    }
    return isLong()
        ? integer() >= 0
        : read(JsonParser::getBigIntegerValue).signum() > 0
            && read(JsonParser::getBigIntegerValue).bitLength() <= Long.SIZE;
  }

  /** The integer here, of 64 bits: the bits of an unsigned one. */
  public long integer() {
    return isLong()
        ? read(JsonParser::getLongValue)
        : read(JsonParser::getBigIntegerValue).longValue();
  }

  /**
   * The number here, as the nearest double.
   *
   * @throws ServingException INVALID_ARGUMENT, if it is larger than any, or infinite in another
   *     form than {@code Infinity} and {@code -Infinity}
   */
  public double real() {
    double value = read(JsonParser::getDoubleValue);
    if (!Double.isFinite(value)) {
      requireNotFinite();
    }
    return value;
  }

  private void requireNotFinite() {
    JsonLocation place = parser.currentTokenLocation();
    String text = read(JsonParser::getText);
    if (!read(JsonParser::isNaN)) {
      throw error("Number too big to be stored in double.", place);
    }
    if (!NOT_FINITE.contains(text)) {
      throw error(
          "Unrecognized token '%s': was expecting NaN, Infinity or -Infinity".formatted(text),
          place);
    }
  }

  /** Whether the value here is an object with nothing but a string named {@code b64}. */
  boolean isBase64() {
    if (kind() != JsonKind.OBJECT || !beginsAsBase64()) {
      return false;
    }
    JsonReader ahead = new JsonReader(bytes, start(), to);
    ahead.open();
    ahead.name();
    return ahead.kind() == JsonKind.STRING && !ahead.next();
  }

  /** Without a parser of its own: most objects have other names. */
  private boolean beginsAsBase64() {
    int at = start() + 1;
    while (at < to && bytes[at] <= ' ') {
      at++;
    }
    int end = at + BASE64_BEGINS.length;
    return end <= to && Arrays.equals(bytes, at, end, BASE64_BEGINS, 0, BASE64_BEGINS.length);
  }

  /**
   * Reads an object for which {@link #isBase64} holds.
   *
   * @throws ServingException INVALID_ARGUMENT, if the string is not base64
   */
  byte[] base64() {
    open();
    name();
    String text = text();
    next();
    try {
      return Base64.getDecoder().decode(WHITE_SPACE.matcher(text).replaceAll(""));
    } catch (IllegalArgumentException e) {
      throw ServingException.invalid("Unable to base64 decode", e);
    }
  }

  /** Moves over a value. */
  public void skip() {
    read(JsonParser::skipChildren);
  }

  /** Where the value here begins. */
  int start() {
    return from + (int) parser.currentTokenLocation().getByteOffset();
  }

  /** Moves over a value, to be read later. */
  JsonSlice slice() {
    return sliceFrom(start());
  }

  /** Moves over the rest of the value that began at a position. */
  JsonSlice sliceFrom(int start) {
    skip();
    try {
      parser.finishToken();
    } catch (IOException e) {
      throw error(e);
    }
    return new JsonSlice(bytes, start, end());
  }

  private int end() {
    return from + (int) parser.currentLocation().getByteOffset();
  }

  /** An error that shows the value here, shortened. */
  ServingException refusal(String text) {
    return ServingException.invalid("JSON Value: " + shown() + " " + text);
  }

  /** Moves over a value; returns it as it was sent, shortened. */
  public String shown() {
    return slice().shown();
  }
}
