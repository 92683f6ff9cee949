// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Distinct texts, numbered in order of appearance. Looking up an existing text creates no object:
 * an open-addressed table of codes with linear probing (Knuth, The Art of Computer Programming 3,
 * 6.4, algorithm L).
 */
final class TextDictionary {
  private final List<String> texts = new ArrayList<>();
  private int[] hashes = new int[16];
  private int[] slots = new int[32];

  /** Starts with some texts, all different. */
  TextDictionary(List<String> first) {
    Arrays.fill(slots, -1);
    first.forEach(text -> code(text.toCharArray(), 0, text.length()));
  }

  /** The code of a text, a new one if it is new. */
  int code(char[] buffer, int from, int to) {
    int hash = hash(buffer, from, to);
    int slot = slot(hash, buffer, from, to);
    if (slots[slot] < 0) {
      slots[slot] = add(new String(buffer, from, to - from), hash);
      if (2 * texts.size() > slots.length) {
        grow();
      }
      return texts.size() - 1;
    }
    return slots[slot];
  }

  /** The texts in the order of their codes. */
  List<String> texts() {
    return texts;
  }

  private int add(String text, int hash) {
    int code = texts.size();
    if (code == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * code);
    }
    hashes[code] = hash;
    texts.add(text);
    return code;
  }

  /** The slot that holds a text, or the free one where it belongs. */
  private int slot(int hash, char[] buffer, int from, int to) {
    int slot = hash & (slots.length - 1);
    while (slots[slot] >= 0 && !same(slots[slot], hash, buffer, from, to)) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  private boolean same(int code, int hash, char[] buffer, int from, int to) {
    if (hashes[code] != hash) {
      return false;
    }
    String text = texts.get(code);
    if (text.length() != to - from) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (text.charAt(i - from) != buffer[i]) {
        return false;
      }
    }
    return true;
  }

  private void grow() {
    slots = new int[2 * slots.length];
    Arrays.fill(slots, -1);
    for (int code = 0; code < texts.size(); code++) {
      int slot = hashes[code] & (slots.length - 1);
      while (slots[slot] >= 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = code;
    }
  }

  /**
   * The hash of {@link String#hashCode}, with its bits mixed, so that similar texts are far apart.
   */
  private static int hash(char[] buffer, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + buffer[i];
    }
    hash *= 0x9e3779b9;
    return hash ^ (hash >>> 15);
  }
}
