// SPDX-License-Identifier: Apache-2.0
package io.otd.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.app.OtdRun;
import io.otd.serve.settings.ServeSettings;
import io.otd.train.internal.settings.BadValueException;
import io.otd.train.internal.settings.RawValue;
import io.otd.train.internal.settings.SettingKey;
import io.otd.train.internal.settings.SettingsTree;
import io.otd.train.internal.settings.YamlSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings of the server: options, a file and a page from one tree. */
class ServeSettingsTest {
  @TempDir Path folder;

  private Path file(String yaml) throws IOException {
    return Files.writeString(folder.resolve("serve.yaml"), yaml);
  }

  private static List<String> printed(Object... options) {
    OtdRun run = OtdRun.line("serve --print-settings", options).ok();
    return run.out().lines().filter(line -> !line.strip().startsWith("#")).toList();
  }

  private static String words(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  /** As it was agreed. */
  @Test
  void the_help_has_every_option_with_its_description_and_default() throws IOException {
    String help = Files.readString(Path.of("src/test/resources/io/otd/app/serve-help.txt"));
    assertThat(words(OtdRun.line("serve --help").out())).isEqualTo(words(help));
  }

  @Test
  void the_defaults_are_in_their_ranges() throws BadValueException {
    assertThat(ServeSettings.DEFAULT.problems()).isEmpty();
    for (SettingKey key : SettingsTree.of(ServeSettings.class).keys(ServeSettings.DEFAULT)) {
      RawValue written =
          YamlSettings.parse("v: " + key.standardText(), key.path(), folder).get(0).value();
      assertThat(key.kind().parse(written, folder)).as(key.path()).isEqualTo(key.standard());
    }
  }

  @Test
  void the_documentation_lists_all_settings() throws IOException {
    assertThat(Files.readString(Path.of("..", "..", "docs", "serving-settings.md")))
        .endsWith(ServeCommand.markdown());
  }

  @Test
  void a_printed_file_sets_what_was_printed() throws IOException {
    List<String> given =
        printed(
            "--host=::1 --port=0 --non-finite=null --compile=1,16 --enable_batching --max-reply-mb=3",
            List.of("--tls-key=some key"),
            "--access-log=0.25 --drift-ks=0.5");
    assertThat(given)
        .contains(
            "  grpc_port: 0",
            "  compile: [1, 16]",
            "  batching: true",
            "  max_reply_mb: 3",
            "  access_log: 0.25",
            "  ks: 0.5");
    Path file = file(String.join("\n", given));
    assertThat(printed("--config", file)).isEqualTo(given);
  }

  @Test
  void options_override_the_file_and_its_files_are_beside_it() throws IOException {
    Path file =
        file("network: {rest_port: 1, grpc_port: 2}\nsecurity: {api_keys_file: keys.txt}\n");
    assertThat(printed("--config", file, "--rest-port 3"))
        .contains(
            "  rest_port: 3",
            "  grpc_port: 2",
            "  api_keys_file: " + folder.toAbsolutePath().resolve("keys.txt"));
  }

  /** The file is another way to say the settings of batching. */
  @Test
  void parameters_of_tensorflow_serving_set_those_of_batching() throws IOException {
    Path parameters = folder.resolve("batching.txt");
    Files.writeString(parameters, "max_batch_size { value: 8 } allowed_batch_sizes: [2, 8]");
    assertThat(printed("--enable-batching --batching-parameters-file", parameters))
        .contains("  max_batch_size: 8", "  allowed_batch_sizes: [2, 8]", "  batching: true");
    OtdRun alone = OtdRun.line("serve --batching-parameters-file", parameters);
    assertThat(alone.err()).contains("given without --enable-batching");
  }

  @Test
  void contradictory_parameters_of_batching_are_named() throws IOException {
    Path file = file("batching: {max_batch_size: 8, allowed_batch_sizes: [2, 4]}\n");
    OtdRun run = OtdRun.line("serve --config", file);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .contains("batching.allowed_batch_sizes: [2, 4] (expected: the last to equal");
  }

  @Test
  void all_problems_are_reported_with_their_places() throws IOException {
    Path file = file("network: {rest_portt: 1}\nlimits:\n  max_request_mb: 0\n");
    OtdRun run = OtdRun.line("serve --config", file, "--drift-ks 2");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            file + ", line 1: network.rest_portt: unknown setting",
            "network.rest_port\"?",
            file + ", line 3: limits.max_request_mb: 0 (expected: a number at least 1",
            "--drift-ks: 2 (expected: a number above 0 and at most 1)");
  }
}
