package io.otd.train.problem;

/** A user's text as it stands in a message. */
public final class Quoted {
  private static final int MOST = 80;

  private Quoted() {}

  /** In quotes, on one line, without control characters, not too long. */
  public static String of(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    int end = Math.min(text.length(), MOST);
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      quoted.append(Character.isISOControl(c) ? '\uFFFD' : c);
    }
    return quoted.append(text.length() > end ? "...\"" : "\"").toString();
  }
}
