// SPDX-License-Identifier: Apache-2.0
package io.otd.core;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** JVMs that tests start for seconds. */
public final class BriefJvm {
  private BriefJvm() {}

  /** Options as those of the tests' own JVM (see the POM), with its compiled programs. */
  public static List<String> options() {
    return List.of(
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Dotd.programs=" + System.getProperty("otd.programs", ""));
  }

  /** The option by which this JVM measures test coverage, if it does. */
  public static List<String> coverage() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("-javaagent"))
        .toList();
  }

  /**
   * The command that starts one.
   *
   * @param arguments more options, class and its arguments
   */
  public static List<String> command(List<String> arguments) {
    Stream<String> java =
        Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    return Stream.of(java, options().stream(), arguments.stream()).flatMap(s -> s).toList();
  }

  /** The command that runs a class on the class path of this JVM. */
  public static List<String> command(Class<?> main, String... arguments) {
    return command(onClassPath(main.getName(), arguments));
  }

  /** The arguments that run a class on the class path of this JVM. */
  public static List<String> onClassPath(String main, String... arguments) {
    Stream<String> run = Stream.of("-cp", System.getProperty("java.class.path"), main);
    return Stream.concat(run, Stream.of(arguments)).toList();
  }
}
