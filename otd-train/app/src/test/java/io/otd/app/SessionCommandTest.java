// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.app.command.Answer;
import io.otd.app.command.Console;
import io.otd.app.command.Interruption;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionCommandTest {
  @Test
  void each_line_gets_an_answer_and_an_invalid_one_does_not_end_the_session() throws IOException {
    List<JsonNode> answers =
        answers("[\"no-such\"]", "not JSON", "", "[\"serve\"]", "[\"inspect\", \"nö\"]");
    assertThat(answers).hasSize(4).allMatch(a -> a.path("exit").asInt() == 2);
    assertThat(problem(answers.get(0))).contains("no-such");
    assertThat(problem(answers.get(1))).contains("not JSON", "a list of words");
    assertThat(problem(answers.get(2))).contains("serve", "a command that ends");
    assertThat(problem(answers.get(3))).contains("nö: no such directory");
  }

  /** A signal that came during a command: it has ended, and no other begins. */
  @Test
  void a_session_ends_once_it_is_asked_to_stop() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Interruption interruption = new Interruption();
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            System.err,
            () -> false,
            interruption);
    interruption.request();
    byte[] input = "[\"no-such\"]\n[\"no-such\"]\n".getBytes(StandardCharsets.UTF_8);
    Answer answer = new SessionCommand(console, new ByteArrayInputStream(input)).run();
    assertThat(answer.exitCode()).isEqualTo(Interruption.EXIT_CODE);
    assertThat(out.toString(StandardCharsets.UTF_8).lines()).hasSize(1);
  }

  private static String problem(JsonNode answer) {
    return answer.path("answer").path("error").path("problems").path(0).asText();
  }

  private static List<JsonNode> answers(String... lines) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Console console = new Console(stream, System.err, () -> false, new Interruption());
    byte[] input = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    new SessionCommand(console, new ByteArrayInputStream(input)).run();
    List<JsonNode> answers = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
      answers.add(new ObjectMapper().readTree(line));
    }
    return answers;
  }
}
