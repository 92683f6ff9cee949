// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.url;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parts of a JDBC URL that concern OTD; drivers write the rest in many ways. */
public final class DatabaseUrl {
  /** How every such URL begins. */
  public static final String SCHEME = "jdbc:";

  private static final Pattern PARAMETER = Pattern.compile("([?&;])([^=?&;]+)=([^?&;]*)");

  /** Names of parameters whose values are secret, including those of keys and keystores. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i).*(user|uid|pass|pwd|secret|token|credential|private.?key|access.?key).*");

  /** All up to the last at sign after the slashes; Oracle puts it before them. */
  private static final Pattern OWNER = Pattern.compile("(?<=//).*@|(?<=:(thin|oci):)[^@]+@");

  private static final Pattern HOST = Pattern.compile("(jdbc:[^:]+:)[^?;]*/([^/]*)");

  private DatabaseUrl() {}

  /** Whether a text is intended as the URL of a database. */
  public static boolean isMeantBy(String text) {
    return text.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
  }

  /** The URL without user, password and the like, wherever they stand. */
  public static String plain(String url) {
    if (!isMeantBy(url)) {
      return url;
    }
    return without(OWNER.matcher(url).replaceAll(""), SECRET);
  }

  /** The kind of database and the last part of its name, which do not reveal its location. */
  public static String withoutHost(String url) {
    Matcher parts = HOST.matcher(url);
    return parts.matches() ? parts.group(1) + parts.group(2) : url;
  }

  /** The URL without one of its parameters. */
  public static String without(String url, String name) {
    return without(url, Pattern.compile(Pattern.quote(name)));
  }

  private static String without(String url, Pattern names) {
    StringBuilder kept = new StringBuilder();
    Matcher parameter = PARAMETER.matcher(url);
    int from = 0;
    boolean question = false;
    while (parameter.find()) {
      kept.append(url, from, parameter.start());
      from = parameter.end();
      if (names.matcher(parameter.group(2)).matches()) {
        continue;
      }
      String mark = parameter.group(1);
      boolean query = !mark.equals(";");
      kept.append(query ? (question ? "&" : "?") : mark)
          .append(parameter.group(2))
          .append('=')
          .append(parameter.group(3));
      question |= query;
    }
    return kept.append(url, from, url.length()).toString();
  }

  /** The value of a parameter, decoded. */
  public static Optional<String> parameter(String url, String name) {
    Matcher parameter = PARAMETER.matcher(url);
    while (parameter.find()) {
      if (parameter.group(2).equals(name)) {
        return Optional.of(URLDecoder.decode(parameter.group(3), StandardCharsets.UTF_8));
      }
    }
    return Optional.empty();
  }
}
