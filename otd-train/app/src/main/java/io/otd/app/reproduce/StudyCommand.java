// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.app.command.Answer;
import io.otd.app.command.Arguments;
import io.otd.app.command.Console;
import io.otd.app.command.OtdCommand;
import io.otd.app.command.PrecisionOption;
import io.otd.app.command.ShellCommand;
import io.otd.paper.experiment.Scale;
import io.otd.table.problem.InputException;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.run.BuildVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tensorflow.TensorFlow;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The common part of the commands that run many items, keep what is finished and resume. */
abstract class StudyCommand extends OtdCommand {
  /** The directory of all results, unless another is given. */
  static final Path RUNS = Path.of("runs");

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Directory of the results. Default: runs/reproduce-ID-SCALE.")
  private @Nullable Path out;

  @Option(
      names = "--resume",
      description =
          "Skip runs that are finished in the directory, continue those that were interrupted.")
  private boolean resume;

  @Mixin private ScaleOption scale = new ScaleOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  private final String id;
  private final List<Scale> scales;
  private Optional<StudyCommand> whole = Optional.empty();

  private final Clock clock = Clock.systemUTC();

  /**
   * Not parsed yet.
   *
   * @param id its name on the command line
   * @param scales how much can be done
   */
  StudyCommand(Console console, String id, List<Scale> scales) {
    super(console);
    this.id = id;
    this.scales = scales;
  }

  /** Its name on the command line. */
  final String id() {
    return id;
  }

  /** How much is done. */
  final Scale scale() {
    return scale.among(scales);
  }

  /** Does it, in a directory in which nothing is lost. */
  abstract Answer study() throws Exception;

  @Override
  public final Answer run() throws Exception {
    requireNew();
    Arguments.laterDirectory("--out", directory());
    return study();
  }

  private void requireNew() throws IOException {
    if (!resume && Files.isDirectory(directory())) {
      try (var files = Files.list(directory())) {
        if (files.findAny().isPresent()) {
          throw new InputException(
              directory()
                  + ": already exists (expected: a new or empty directory; --resume continues in"
                  + " this one, --out names another)");
        }
      }
    }
  }

  /** States that another command runs this one as a part, and is the one to repeat. */
  final void partOf(StudyCommand command) {
    whole = Optional.of(command);
  }

  /** The parsed command. */
  final CommandSpec spec() {
    return spec;
  }

  final Clock clock() {
    return clock;
  }

  /** Whether what is finished in the directory counts. */
  final boolean resume() {
    return resume;
  }

  /** The directory of the results. */
  final Path directory() {
    return Optional.ofNullable(out)
        .orElseGet(() -> RUNS.resolve("reproduce-" + id + "-" + scale().label()));
  }

  /**
   * The answer after a stop.
   *
   * @param finished directory with what is done
   */
  final Answer stopped(Path finished) {
    return Answer.interrupted(
        "stopped; finished runs are in " + finished, directory(), Map.of(), again(), this::say);
  }

  /** The command as it was given, to continue after an interruption. */
  private String again() {
    if (whole.isPresent()) {
      return whole.get().again();
    }
    List<String> words = spec.root().commandLine().getParseResult().originalArgs();
    return ShellCommand.otd(
        Stream.concat(words.stream(), resume ? Stream.empty() : Stream.of("--resume")).toArray());
  }

  /**
   * Machine and versions; the native flags are set.
   *
   * @param precision of wide layers
   */
  final Map<String, String> origin(String precision) {
    Map<String, String> origin = new LinkedHashMap<>();
    origin.put("finished", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
    origin.put("OTD", BuildVersion.version() + " (commit " + BuildVersion.commit() + ")");
    origin.put("TensorFlow", TensorFlow.version());
    origin.put("Java", Runtime.version().toString());
    origin.put(
        "machine",
        "%s, %s cores"
            .formatted(System.getProperty("os.arch"), Runtime.getRuntime().availableProcessors()));
    origin.put("native flags", NativeFlags.inForce());
    origin.put(PrecisionOption.ORIGIN, precision);
    return origin;
  }

  /**
   * The part of the provenance on which kept results depend, after the scale.
   *
   * @param names of the entries
   */
  final Map<String, String> depends(Map<String, String> origin, List<String> names) {
    Map<String, String> depends = new LinkedHashMap<>(Map.of("scale", scale().label()));
    origin.forEach(
        (name, value) -> {
          if (names.contains(name)) {
            depends.put(name, value);
          }
        });
    return depends;
  }

  /**
   * The provenance of a result: the command in words, then what else there is.
   *
   * @param arguments of the command after the scale
   */
  final Map<String, String> made(String arguments, Map<String, String> origin) {
    Map<String, String> made = new LinkedHashMap<>();
    made.put("command", "otd reproduce %s --scale %s %s".formatted(id, scale().label(), arguments));
    made.putAll(origin);
    return made;
  }
}
