package io.otd.train.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Different texts, numbered in the order in which they come. */
final class TextDictionary {
  private final Map<String, Integer> codes = new HashMap<>();
  private final List<String> texts = new ArrayList<>();

  /** The code of a text, a new one if it is new. */
  int code(String text) {
    Integer known = codes.putIfAbsent(text, texts.size());
    if (known != null) {
      return known;
    }
    texts.add(text);
    return texts.size() - 1;
  }

  /** The texts in the order of their codes. */
  List<String> texts() {
    return texts;
  }
}
