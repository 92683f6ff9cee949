// SPDX-License-Identifier: Apache-2.0
package io.otd.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.app.OtdProcess;
import io.otd.app.OtdRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeCommandTest {
  @TempDir Path directory;

  private void assertRefused(String message, String... arguments) {
    OtdRun run = OtdRun.of(arguments);
    assertThat(run.err()).contains(message);
    assertThat(run.code()).isEqualTo(2);
  }

  @Test
  void invalid_arguments_are_reported() throws IOException {
    String here = directory.toString();
    assertRefused("--model: not given", "serve");
    assertRefused("expected: a directory", "serve", "--model", "m=" + here + "/nowhere");
    assertRefused("--grpc-port: 70000", "serve", "--model", "m=" + here, "--grpc-port", "70000");
    assertRefused("--port: 70000", "serve", "--model", "m=" + here, "--port", "70000");
    assertRefused("--rest_api_port: 7x", "serve", "--model", "m=" + here, "--rest_api_port=7x");
    assertRefused(
        "--load-timeout-seconds: -1",
        "serve",
        "--model",
        "m=" + here,
        "--load-timeout-seconds",
        "-1");
    assertRefused("--poll-seconds: -1", "serve", "--model", "m=" + here, "--poll-seconds", "-1");
    assertRefused(
        "--max-pending-mb: 100 (expected: at least --max-request-mb, 256)",
        "serve",
        "--model",
        "m=" + here,
        "--max-pending-mb",
        "100");
    assertRefused("--max-request-mb: 0", "serve", "--model", "m=" + here, "--max-request-mb", "0");
    assertRefused("--compile: [16, 0]", "serve", "--model", "m=" + here, "--compile", "16,0");
    assertRefused(
        "--compile: given with --engine light",
        "serve",
        "--model",
        "m=" + here,
        "--engine",
        "light",
        "--compile",
        "16");
    assertRefused("--engine", "serve", "--model", "m=" + here, "--engine", "onnx");
    assertRefused(
        "--monitor-predictions: -1",
        "serve",
        "--model",
        "m=" + here,
        "--monitor-predictions",
        "-1");
    assertRefused("expected: both", "serve", "--model", "m=" + here, "--tls-key", "k");
    assertRefused(
        "without --tls-certificate", "serve", "--model", "m=" + here, "--tls-client-ca", "c");
    Path config = directory.resolve("models.config");
    Files.writeString(config, "model_config_list { confg {} }");
    assertRefused(
        "models.config: line:column 1:21", "serve", "--model-config-file", config.toString());
    Files.writeString(
        config,
        "model_config_list { config { name: 'm' base_path: '/m' model_platform: 'tensorflow' } }");
    assertRefused(
        "model m multiple times",
        "serve",
        "--model",
        "m=" + here,
        "--model-config-file",
        config.toString());
    Files.createFile(directory.resolve("saved_model.pb"));
    assertRefused("is a single version", "serve", "--model", "m=" + here);
  }

  @Test
  void incomplete_and_duplicate_models_are_rejected() {
    String here = directory.toString();
    assertRefused("--model: m (expected: NAME=DIR)", "serve", "--model", "m");
    assertRefused("--model: m= (expected: NAME=DIR)", "serve", "--model", "m=");
    assertRefused("--model: =x (expected: NAME=DIR)", "serve", "--model", "=x");
    assertRefused(
        "model m multiple times", "serve", "--model", "m=" + here, "--model", "m=" + here);
  }

  @Test
  void invalid_option_files_are_reported_by_name() throws IOException {
    String here = directory.toString();
    for (String option :
        List.of("--model-config-file", "--api-keys-file", "--tls-certificate", "--tls-key")) {
      assertRefused(option + ": " + here, "serve", "--model", "m=" + here, option, here);
    }
    Path binary = Files.write(directory.resolve("binary"), new byte[] {'a', (byte) 0xff});
    assertRefused("binary: not UTF-8", "serve", "--model-config-file", binary.toString());
    Path many =
        Files.writeString(directory.resolve("many"), "num_batch_threads { value: 2147483647 }");
    assertRefused(
        "num_batch_threads: 2147483647 (expected: at most 1024)",
        "serve",
        "--model",
        "m=" + here,
        "--enable-batching",
        "--batching-parameters-file",
        many.toString());
  }

  /** Up to the model, which is checked last. */
  @Test
  void accepts_the_flags_of_tensorflow_model_server() throws IOException {
    Path monitoring =
        Files.writeString(
            directory.resolve("monitoring"),
            "prometheus_config { enable: true path: \"/monitoring/prometheus/metrics\" }");
    Path batching = Files.writeString(directory.resolve("batching"), "max_batch_size { value: 8 }");
    assertRefused(
        "--model_base_path: " + directory.resolve("nowhere") + " (expected: a directory)",
        "serve",
        "--port=8500",
        "--rest_api_port=8501",
        "--rest_api_timeout_in_ms=30000",
        "--model_name=m",
        "--model_base_path=" + directory.resolve("nowhere"),
        "--file_system_poll_wait_seconds=5",
        "--rest_api_enable_cors_support=true",
        "--monitoring_config_file=" + monitoring,
        "--enable_batching=true",
        "--batching_parameters_file=" + batching);
    assertRefused(
        "given without --enable-batching",
        "serve",
        "--enable_batching=false",
        "--batching_parameters_file=" + batching);
    assertRefused("--model-config-file: " + directory, "serve", "--model_config_file=" + directory);
  }

  /** Up to the model, which is checked last. */
  @Test
  void the_folder_of_what_intervals_learn_may_exist() {
    assertRefused(
        "nowhere (expected: a directory)",
        "serve",
        "--adapt",
        "--adapt-state=" + directory,
        "--model=m=" + directory.resolve("nowhere"));
  }

  @Test
  void invalid_and_unknown_tensorflow_flags_are_reported() throws IOException {
    assertRefused("--model_name: given without --model_base_path", "serve", "--model_name=m");
    assertRefused("--rest_api_timeout_in_ms: -1", "serve", "--rest_api_timeout_in_ms=-1");
    Path off = Files.writeString(directory.resolve("off"), "prometheus_config { }");
    assertRefused(
        "off: prometheus_config.enable: false (expected: true",
        "serve",
        "--monitoring_config_file=" + off);
    OtdRun run = OtdRun.line("serve --rest_api_prt=8501");
    assertThat(run.err())
        .contains("--rest_api_prt: unknown option (did you mean --rest_api_port?)");
    assertThat(run.code()).isEqualTo(2);
  }

  @Test
  void invalid_hosts_timeouts_and_connection_limits_are_rejected() {
    String model = "m=" + directory;
    assertRefused("--host: \"\"", "serve", "--model", model, "--host", "");
    assertRefused("--host: \"256.1.1.1\"", "serve", "--model", model, "--host", "256.1.1.1");
    assertRefused(
        "--idle-timeout-seconds: 0", "serve", "--model", model, "--idle-timeout-seconds", "0");
    assertRefused(
        "--transfer-timeout-seconds: -5",
        "serve",
        "--model",
        model,
        "--transfer-timeout-seconds",
        "-5");
    assertRefused("--shutdown-delay: 241", "serve", "--model", model, "--shutdown-delay", "241");
    assertRefused("--max-connections: 0", "serve", "--model", model, "--max-connections", "0");
  }

  @Test
  void a_port_in_use_is_reported() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      OtdRun run = OtdRun.line("serve --model m=" + directory, "--rest-port 0 --grpc-port", port);
      assertThat(run.err())
          .contains("gRPC port 127.0.0.1:" + port + " cannot be opened: ")
          .endsWith(
              "Address already in use (expected: a free port that this user may open, of an address"
                  + " of this machine)"
                  + System.lineSeparator())
          .doesNotContain("Exception");
      assertThat(run.code()).isEqualTo(1);
    }
  }

  /** 192.0.2.0/24 is for documentation alone. */
  @Test
  void an_address_of_another_machine_is_reported() {
    OtdRun run = OtdRun.line("serve --model m=" + directory, "--host 192.0.2.1");
    assertThat(run.err())
        .contains("gRPC port 192.0.2.1:8500 cannot be opened: ")
        .contains("of an address of this machine)");
    assertThat(run.code()).isEqualTo(1);
  }

  @Test
  void exits_cleanly_on_sigterm() throws Exception {
    Process process =
        OtdProcess.start(
            directory,
            List.of("-Xmx512m"),
            List.of("serve", "--model", "m=" + directory, "--grpc-port", "0", "--rest-port", "0"));
    try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
      String line = err.readLine();
      while (line != null && !line.contains("gRPC on 127.0.0.1:")) {
        line = err.readLine();
      }
      assertThat(line).contains("not all models have a version ready");
      process.destroy(); // SIGTERM
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }
}
