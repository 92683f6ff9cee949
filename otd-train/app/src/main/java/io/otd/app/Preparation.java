// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import com.sun.jna.Platform;
import io.otd.app.serve.ServeCommand;
import io.otd.core.internal.graph.FunctionBuilder;
import io.otd.core.internal.graph.NativeLibrary;
import io.otd.serve.server.OtdServer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a command needs in any case and takes long, done in threads of its own while the command
 * line, settings and data are read.
 */
final class Preparation {
  /** Those that train or predict. */
  private static final Set<List<String>> COMPUTING =
      Set.of(
          List.of("train"),
          List.of("tune"),
          List.of("quickstart"),
          List.of("predict"),
          List.of("explain"),
          List.of("export"),
          List.of("bench", "train"));

  /** With these, nothing is computed, or the library is to log from its start. */
  private static final Set<String> OTHER =
      Set.of("-h", "--help", "-V", "--version", "--print-settings", "--debug");

  /** Where JNA looks for libraries; where nothing says so, it starts a program to ask. */
  private static final String PLACES = "jna.platform.library.path";

  private final List<Thread> threads;
  private final boolean ends;

  /**
   * Not begun yet.
   *
   * @param ends whether the process may not end in the midst of it
   * @param works what is done, each in a thread of its own
   */
  private Preparation(boolean ends, Runnable... works) {
    this.ends = ends;
    this.threads = Arrays.stream(works).map(Preparation::thread).toList();
  }

  /** What is missing is reported by the command, which reaches the same place. */
  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "otd-prepare");
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler((failed, e) -> {});
    return thread;
  }

  /** For a command line; none where there is nothing to prepare. */
  static Optional<Preparation> of(String... args) {
    List<String> words = List.of(args);
    if (!words.isEmpty() && words.get(0).equals(ServeCommand.NAME)) {
      return Optional.of(new Preparation(false, OtdServer::prepare));
    }
    if (Arrays.stream(args).anyMatch(OTHER::contains)) {
      return Optional.empty();
    }
    boolean computes =
        COMPUTING.stream()
            .anyMatch(c -> words.size() >= c.size() && words.subList(0, c.size()).equals(c));
    // The classes are resolved in the threads, where a missing one does no harm.
    return computes
        ? Optional.of(
            new Preparation(true, Preparation::loadLibrary, () -> FunctionBuilder.prepare()))
        : Optional.empty();
  }

  /** No library is looked for but this one, which javacpp finds: the C library is there already. */
  private static void loadLibrary() {
    if (Platform.isLinux() && System.getProperty(PLACES) == null) {
      System.setProperty(PLACES, "");
    }
    NativeLibrary.load();
  }

  void start() {
    threads.forEach(Thread::start);
  }

  /** Before the process ends: a library that is half loaded cannot be unloaded. */
  void await() {
    try {
      for (Thread thread : ends ? threads : List.<Thread>of()) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
