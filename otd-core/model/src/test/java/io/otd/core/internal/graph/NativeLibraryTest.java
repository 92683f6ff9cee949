// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.BriefJvm;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.Test;

/** What loading the library leaves to its first use, in separate processes. */
class NativeLibraryTest {
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  /** Loads the library if told to, and then uses it. */
  static final class User {
    public static void main(String[] args) {
      if (args.length > 0) {
        NativeLibrary.load();
        System.out.println(Loader.getLoadedLibraries().containsKey("tensorflow_cc@.2"));
      }
      try {
        System.out.println(Devices.names().get(0));
      } catch (LinkageError e) {
        System.out.println(e);
      }
    }
  }

  @Test
  void load_loads_the_library_before_its_first_use() throws Exception {
    assertThat(said(CLASS_PATH, "load")).containsExactly("true", "CPU:0");
  }

  @Test
  void a_missing_library_gives_the_same_error_at_first_use_with_or_without_load() throws Exception {
    String without =
        Arrays.stream(CLASS_PATH.split(File.pathSeparator))
            .filter(entry -> !new File(entry).getName().matches("tensorflow-core-native-.*-.*64.*"))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> first = said(without);
    assertThat(first).singleElement().asString().contains("UnsatisfiedLinkError: no jni");
    assertThat(said(without, "load")).containsExactly("false", first.get(0));
  }

  private static List<String> said(String classPath, String... args) throws Exception {
    List<String> words = new ArrayList<>(BriefJvm.coverage());
    words.addAll(List.of("-cp", classPath, User.class.getName()));
    words.addAll(List.of(args));
    Process process =
        new ProcessBuilder(BriefJvm.command(words))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.inputReader().lines().toList();
  }
}
