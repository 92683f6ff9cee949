// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.core.internal.check.Check;
import io.otd.serve.internal.status.ServingException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A body that was found to be one JSON object, and where some of its members are. What follows the
 * object is not looked at.
 */
public final class JsonDocument {
  /** The member that names the signature. */
  static final String SIGNATURE_NAME = "signature_name";

  private final Map<String, JsonSlice> members = new HashMap<>();
  private final JsonSlice whole;

  /**
   * Walks over a body.
   *
   * @param bytes not changed by anyone afterwards
   * @param names of the members to note
   * @throws ServingException INVALID_ARGUMENT, if it is not JSON, or not an object
   */
  JsonDocument(byte[] bytes, List<String> names) {
    JsonReader reader = JsonReader.of(bytes);
    int start = reader.start();
    reader.members(
        name -> {
          if (names.contains(name)) {
            members.putIfAbsent(name, reader.slice());
          } else {
            reader.skip();
          }
        });
    whole = reader.sliceFrom(start);
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
    @Nullable JsonSlice member = members.get(name);
    if (member == null) {
      throw new IllegalArgumentException("member: " + name + " (expected: one that is there)");
    }
    return member.reader();
  }

  /** An error that shows the object, shortened. */
  ServingException refusal(String text) {
    return whole.reader().refusal(text);
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

  /** The error for a request without a required member. */
  public static ServingException notGiven(String member, String expected) {
    return ServingException.invalid(Check.notGiven(member, expected));
  }
}
