// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.security;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.IoFunction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The content of some files, reloaded when they change. A change that cannot be read is logged, and
 * what was there stays in force.
 */
final class Reloaded<T> {
  private static final Logger LOG = LoggerFactory.getLogger(Reloaded.class);

  private final List<Path> files;
  private final IoFunction<List<byte[]>, T> maker;
  private volatile T value;
  private List<byte[]> contents;

  /**
   * Reads the files.
   *
   * @throws IOException if one cannot be read, or the value not be made
   */
  Reloaded(List<Path> files, IoFunction<List<byte[]>, T> maker) throws IOException {
    this.files = List.copyOf(files);
    this.maker = maker;
    this.contents = read();
    this.value = maker.apply(contents);
  }

  private List<byte[]> read() throws IOException {
    List<byte[]> read = new ArrayList<>();
    for (Path file : files) {
      read.add(Files.readAllBytes(file));
    }
    return read;
  }

  T get() {
    return value;
  }

  /** Looks whether the files have changed. One thread at a time. */
  void refresh() {
    try {
      List<byte[]> now = read();
      if (Arrays.deepEquals(now.toArray(), contents.toArray())) {
        return;
      }
      contents = now; // Set first, so that invalid content is reported only once.
      value = maker.apply(now);
      LOG.info("{}: reloaded", files);
    } catch (InvalidFileException e) {
      LOG.error("{}; the previous content stays in effect", e.getMessage());
    } catch (IOException | RuntimeException e) {
      LOG.error("{}: cannot be reloaded; the previous content stays in effect", files, e);
    }
  }
}
