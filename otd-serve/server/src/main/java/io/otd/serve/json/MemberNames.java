// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.core.internal.text.BriefText;
import io.otd.serve.internal.status.ServingException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Names that a client chose. */
public final class MemberNames {
  private static final int LONGEST = 256;

  private MemberNames() {}

  /**
   * Reads the members of the object here, as {@link JsonReader#members}, of which no name may
   * appear twice.
   *
   * @param place of the members, for the message; empty for those of the body
   * @param member moves over the value of the member with that name
   * @return the names
   * @throws ServingException INVALID_ARGUMENT, with the name, if one does
   */
  public static Set<String> distinct(JsonReader reader, String place, Consumer<String> member) {
    Set<String> seen = new HashSet<>();
    reader.members(
        name -> {
          if (!seen.add(name)) {
            throw ServingException.invalid(
                "%s\"%s\" appears twice".formatted(place, shortened(name)));
          }
          member.accept(name);
        });
    return seen;
  }

  /**
   * The error for a member that is none.
   *
   * @param place of the member, for the message; empty for one of the body
   * @param expected names
   */
  public static ServingException unknown(String place, String name, String expected) {
    return ServingException.invalid(
        "%sunknown member \"%s\" (expected: %s)".formatted(place, shortened(name), expected));
  }

  /** As messages show it. */
  public static String shortened(String name) {
    return BriefText.of(name, LONGEST);
  }
}
