// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import io.otd.app.bench.BenchCommand;
import io.otd.app.command.Arguments;
import io.otd.app.command.Console;
import io.otd.app.command.Failure;
import io.otd.app.command.Interruption;
import io.otd.app.command.OptionGroups;
import io.otd.app.command.OtdCommand;
import io.otd.app.command.Terminal;
import io.otd.app.data.DataCommand;
import io.otd.app.doctor.DoctorCommand;
import io.otd.app.explain.ExplainCommand;
import io.otd.app.flags.SettingFlags;
import io.otd.app.model.ExportCommand;
import io.otd.app.model.InspectCommand;
import io.otd.app.model.RecalibrateCommand;
import io.otd.app.output.ConstantText;
import io.otd.app.output.StandardOutput;
import io.otd.app.predict.EvaluateCommand;
import io.otd.app.predict.PredictCommand;
import io.otd.app.reproduce.ReproduceCommand;
import io.otd.app.serve.ServeCommand;
import io.otd.app.table.CacheDirectory;
import io.otd.app.train.CompareCommand;
import io.otd.app.train.QuickstartCommand;
import io.otd.app.train.TrainCommand;
import io.otd.app.train.TuneCommand;
import io.otd.core.internal.nativelibrary.CompiledPrograms;
import io.otd.table.problem.InputException;
import io.otd.train.internal.platform.ClassArchive;
import io.otd.train.internal.result.JsonText;
import io.otd.train.internal.run.BuildVersion;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The command line {@code otd}. */
@Command(
    name = "otd",
    mixinStandardHelpOptions = true,
    versionProvider = OtdMain.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    header = "Optimal Transport Dropout: regression with whole predictive distributions.",
    footerHeading = "%nExample:%n",
    footer = {
      "  otd train --data table.csv --target price",
      "  otd predict runs/table-0 --data new.csv --out predictions.csv",
      "",
      "Pages such as docs/data.md are in the folder docs of the archive, and of the sources.",
      "Exit codes: 0 success, 1 failure, 2 invalid input, 130 interrupted."
    },
    subcommands = {
      QuickstartCommand.class,
      TrainCommand.class,
      TuneCommand.class,
      CompareCommand.class,
      EvaluateCommand.class,
      PredictCommand.class,
      ExplainCommand.class,
      InspectCommand.class,
      ExportCommand.class,
      ServeCommand.class,
      RecalibrateCommand.class,
      DataCommand.class,
      ReproduceCommand.class,
      BenchCommand.class,
      DoctorCommand.class,
      SessionCommand.class,
      HelpCommand.class
    })
public final class OtdMain {
  private static final int FAILED = 1;
  private static final int USAGE = 2;

  private OtdMain() {}

  /** Runs a command and ends the process. */
  public static void main(String[] args) {
    // The same digits everywhere, from the libraries too, whatever those of the user's language.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    Interruption interruption = new Interruption();
    interruption.listen();
    Optional<Preparation> preparation = Preparation.of(args);
    preparation.ifPresent(Preparation::start);
    StandardOutput out = StandardOutput.ofProcess();
    // The output of libraries must not mix with that of the command.
    System.setOut(System.err);
    Console console = new Console(out, System.err, () -> Terminal.is(2), interruption);
    int code = FAILED;
    try {
      CacheDirectory.ofProcess()
          .programs()
          .ifPresent(kept -> System.setProperty(CompiledPrograms.PROPERTY, kept.toString()));
      code = out.exitCode(run(console, args), console.err());
    } catch (InputException | InvalidPathException e) { // from the environment
      Failure failure = Failure.of(e);
      failure.print(console.err());
      code = failure.exitCode();
    } catch (Throwable e) { // the failure could not even be reported
      System.err.println("otd: " + e);
    } finally {
      System.err.flush();
      preparation.ifPresent(Preparation::await);
      if (code == 0) {
        // The virtual machine says on standard output what it has written.
        System.setOut(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        ClassArchive.write();
      }
      interruption.end(code); // otherwise the exit would wait for it
    }
    System.exit(code);
  }

  /**
   * Runs a command.
   *
   * @return the exit code
   */
  public static int run(Console console, String... args) {
    CommandLine line = commandLine(console, args);
    line.setParameterExceptionHandler((e, given) -> misused(console, e, given));
    line.setExecutionExceptionHandler(
        (e, sub, parsed) -> {
          Failure failure = Failure.of(e);
          failure.print(console.err());
          return failure.exitCode();
        });
    if (args.length == 0) {
      line.usage(console.err());
      return USAGE;
    }
    try {
      Arguments.requireReadable(args);
      Arguments.requireNoCredentials(args);
    } catch (InputException e) {
      // Checked first: messages about a wrong argument repeat it.
      return told(console, new Failure(USAGE, "usage", e.problems()), args);
    }
    return line.execute(args);
  }

  /** The commands and their options, for generating documentation. */
  public static CommandLine commandLine() {
    return commandLine(new Console(System.out, System.err, () -> false, new Interruption()));
  }

  private static CommandLine commandLine(Console console, String... args) {
    OtdMain otd = new OtdMain();
    IFactory factory = factory(otd, console);
    CommandLine line = called(factory, args).orElseGet(() -> new CommandLine(otd, factory));
    ReproduceCommand.addExperiments(line, console);
    SettingFlags.addTo(line);
    constants(line.getCommandSpec()).forEach(type -> convert(line, type));
    OptionGroups.arrange(line);
    return line.setOut(writer(console.out()))
        .setErr(writer(console.err()))
        .setUsageHelpAutoWidth(true);
  }

  /** Types of options with a few values. */
  private static Stream<Class<?>> constants(CommandSpec command) {
    return Stream.concat(
            command.options().stream().map(ArgSpec::type).filter(Class::isEnum),
            command.subcommands().values().stream().flatMap(c -> constants(c.getCommandSpec())))
        .distinct();
  }

  @SuppressWarnings("unchecked")
  private static <E> void convert(CommandLine line, Class<E> type) {
    line.registerConverter(
        type, text -> (E) ConstantText.read((Class<? extends Enum<?>>) type, text));
  }

  /** Only the called command: preparing all others takes longer than some commands. */
  private static Optional<CommandLine> called(IFactory factory, String... args) {
    Command all = OtdMain.class.getAnnotation(Command.class);
    return Stream.of(all.subcommands())
        .filter(type -> type != HelpCommand.class) // It needs all other commands.
        .filter(type -> args.length > 0 && nameOf(type).equals(args[0]))
        .map(
            type ->
                new CommandLine(CommandSpec.create().name(all.name()), factory)
                    .addSubcommand(args[0], type))
        .findFirst();
  }

  private static String nameOf(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  private static int misused(Console console, ParameterException e, String[] args) {
    int code = told(console, Failure.of(e), args);
    console
        .err()
        .println("otd: see: " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help");
    return code;
  }

  /** Before a command begins, which would know whether its answer is JSON. */
  private static int told(Console console, Failure failure, String... args) {
    failure.print(console.err());
    if (Arrays.asList(args).contains("--json")) {
      console.out().println(JsonText.of(OtdCommand.errorJson(failure)));
    }
    return failure.exitCode();
  }

  /** Commands get the console; what else picocli makes, it makes itself. */
  private static IFactory factory(OtdMain otd, Console console) {
    IFactory usual = CommandLine.defaultFactory();
    return new IFactory() {
      @Override
      public <K> K create(Class<K> type) throws Exception {
        if (OtdCommand.class.isAssignableFrom(type)) {
          Constructor<K> command = type.getDeclaredConstructor(Console.class);
          command.setAccessible(true); // Commands are opened by the command line alone.
          return command.newInstance(console);
        }
        return type == OtdMain.class ? type.cast(otd) : usual.create(type);
      }
    };
  }

  /** Says the version. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"otd " + BuildVersion.version()};
    }
  }
}
