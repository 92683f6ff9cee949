// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.app.command.Answer;
import io.otd.app.command.Console;
import io.otd.app.command.Failure;
import io.otd.app.command.Interruption;
import io.otd.app.command.OtdCommand;
import io.otd.app.output.OutputEndedException;
import io.otd.core.internal.text.BriefText;
import io.otd.table.problem.InputException;
import io.otd.train.internal.result.JsonObject;
import io.otd.train.internal.result.JsonText;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Runs commands that another program writes, one after the other in this process: it then starts
 * one virtual machine instead of one for each command.
 */
@Command(
    name = "session",
    mixinStandardHelpOptions = true,
    description = {
      "Run commands from standard input, for programs in other languages.",
      "Each line is a JSON list of words. Each answer is a line of standard output, a JSON"
          + " object with exit (the exit code) and answer (the output of the command with --json).",
      "The commands run one after the other in one process. TensorFlow's options are"
          + " chosen for the first model that is trained. The session ends with the input; with"
          + " --client-process-id also when that process ends, even while a command runs."
    },
    footerHeading = "%nExample:%n",
    footer = "  echo '[\"inspect\", \"runs/table-0\"]' | otd session")
final class SessionCommand extends OtdCommand {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Set<String> ENDLESS = Set.of("serve", "session");

  private final InputStream in;

  @Option(
      names = "--client-process-id",
      paramLabel = "PID",
      description =
          "Process of the program that writes the commands: once it has ended, the running command"
              + " stops as by Ctrl-C, and the session ends. Default: none.")
  private @Nullable Long client;

  SessionCommand(Console console) {
    this(console, System.in);
  }

  SessionCommand(Console console, InputStream in) {
    super(console);
    this.in = in;
  }

  @Override
  public Answer run() throws IOException {
    if (client != null) {
      endWith(client);
    }
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    int commands = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.isBlank()) {
        continue;
      }
      console().out().println(answer(line));
      if (console().out().checkError()) {
        throw new OutputEndedException();
      }
      commands++;
      console().interruption().unguard();
      if (console().interruption().requested()) {
        return Answer.interrupted();
      }
    }
    return Answer.ok(new JsonObject().with("status", "completed").with("commands", commands));
  }

  /** A client that is killed closes its pipes, but a running command reads and writes neither. */
  private static void endWith(long client) {
    ProcessHandle process =
        ProcessHandle.of(client)
            .orElseThrow(
                () ->
                    new InputException(
                        "--client-process-id: %s (expected: a running process)".formatted(client)));
    CompletableFuture<?> unused =
        process.onExit().thenRun(() -> System.exit(Interruption.EXIT_CODE));
  }

  private String answer(String line) {
    String[] words;
    try {
      words = JSON.readValue(line, String[].class);
    } catch (JsonProcessingException e) {
      return answer(2, refused(line, "a list of words, as JSON: [\"predict\", \"runs/table-0\"]"));
    }
    if (words == null || words.length == 0 || ENDLESS.contains(words[0])) {
      return answer(2, refused(line, "a command that ends, and its arguments"));
    }
    return run(words);
  }

  private String run(String[] words) {
    String[] all = Arrays.copyOf(words, words.length + 1);
    all[words.length] = "--json";
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(said, false, StandardCharsets.UTF_8)) {
      Console own =
          new Console(out, console().err(), console().terminal(), console().interruption());
      int exit = OtdMain.run(own, all);
      out.flush();
      return answer(exit, last(said.toString(StandardCharsets.UTF_8)));
    }
  }

  /** The JSON that a command answers is its last line. */
  private static Object last(String said) {
    List<String> lines = said.lines().toList();
    if (lines.isEmpty()) {
      return Map.of();
    }
    try {
      return JSON.readValue(lines.get(lines.size() - 1), Object.class);
    } catch (JsonProcessingException e) {
      return Map.of("text", said);
    }
  }

  private static Map<String, Object> refused(String line, String expected) {
    String shown = BriefText.of(line, 100);
    return OtdCommand.errorJson(
        new Failure(2, "usage", List.of(shown + " (expected: " + expected + ")")));
  }

  private static String answer(int exit, Object said) {
    return JsonText.of(new JsonObject().with("exit", exit).with("answer", said).tree());
  }
}
