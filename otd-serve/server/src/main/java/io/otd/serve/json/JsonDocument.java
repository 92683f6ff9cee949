// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A body that was found to be one JSON object, and where some of its members begin. Bare {@code
 * NaN}, {@code Inf} and {@code Infinity} are numbers; what follows the object is not looked at, nor
 * whether strings are well-formed UTF-8. Nesting of any depth costs a bit a level.
 */
public final class JsonDocument {
  /** The member that names the signature. */
  static final String SIGNATURE_NAME = "signature_name";

  private final byte[] bytes;
  private final Map<String, Integer> members;
  private final int start;

  private JsonDocument(byte[] bytes, int start, Map<String, Integer> members) {
    this.bytes = bytes;
    this.start = start;
    this.members = members;
  }

  /**
   * Walks over a body.
   *
   * @param bytes not changed by anyone afterwards
   * @param names of the members to note
   * @throws ServingException INVALID_ARGUMENT, if it is not JSON, or not an object
   */
  public static JsonDocument of(byte[] bytes, List<String> names) {
    Walk walk = new Walk(new JsonGrammar(bytes), names);
    walk.run();
    return new JsonDocument(bytes, walk.start, walk.found);
  }

  /** Whether a member is there. */
  boolean has(String name) {
    return members.containsKey(name);
  }

  /**
   * A reader at a member's value; of several with one name, the first.
   *
   * @throws IllegalArgumentException if it is not there
   */
  JsonReader at(String name) {
    Integer position = members.get(name);
    if (position == null) {
      throw new IllegalArgumentException("member: " + name + " (expected: one that is there)");
    }
    return new JsonReader(bytes, position);
  }

  /** A reader at the object. */
  public JsonReader reader() {
    return new JsonReader(bytes, start);
  }

  /** An error that shows the object, shortened. */
  ServingException refusal(String text) {
    return reader().refusal(text);
  }

  /**
   * The signature named.
   *
   * @return empty if it is not there
   * @throws ServingException INVALID_ARGUMENT, if it is anything else
   */
  String signatureName() {
    if (!has(SIGNATURE_NAME)) {
      return "";
    }
    JsonReader reader = at(SIGNATURE_NAME);
    if (reader.kind() != JsonKind.STRING) {
      throw refusal("not formatted correctly. 'signature_name' key must be a string value.");
    }
    return reader.text();
  }

  /** One walk over a body. Whether each open value is an object is stored as a bit. */
  private static final class Walk {
    private final JsonGrammar text;
    private final Map<String, byte[]> wanted = new HashMap<>();
    private final Map<String, Integer> found = new HashMap<>();
    private final BitSet objects = new BitSet();
    private int depth;
    private int start;

    private Walk(JsonGrammar text, List<String> names) {
      this.text = text;
      for (String name : names) {
        wanted.put(name, name.getBytes(StandardCharsets.UTF_8));
      }
    }

    private void run() {
      start = text.begin();
      boolean due = value();
      while (due || depth > 0) {
        due = due ? value() : next();
      }
      if (text.at(start) != '{') {
        throw text.reader(start).refusal("Is not object");
      }
    }

    /** Reads a value, or opens it; true if a value is due next. */
    private boolean value() {
      int c = text.peek();
      if (c == '{') {
        return open(true);
      }
      if (c == '[') {
        return open(false);
      }
      text.scalar();
      return false;
    }

    private boolean open(boolean object) {
      objects.set(depth++, object);
      text.skip();
      if (text.skipIf(object ? '}' : ']')) {
        depth--;
        return false;
      }
      if (object) {
        name();
      }
      return true;
    }

    /** Reads what follows a value; true if a value is due next. */
    private boolean next() {
      boolean object = objects.get(depth - 1);
      if (text.skipIf(',')) {
        if (object) {
          name();
        }
        return true;
      }
      text.close(object);
      depth--;
      return false;
    }

    private void name() {
      int from = text.name();
      if (depth == 1) {
        wanted.forEach(
            (name, spelt) -> {
              if (text.reader(from).isString(spelt)) {
                found.putIfAbsent(name, text.position());
              }
            });
      }
    }
  }

  /** The code of every error in a body. */
  public static ServingException invalid(String message) {
    return new ServingException(StatusCode.INVALID_ARGUMENT, message);
  }
}
