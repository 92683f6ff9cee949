package io.otd.train.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
  void says_what_is_wrong_with_its_arguments() throws IOException {
    String here = directory.toString();
    assertRefused("--model: none", "serve");
    assertRefused("expected: a directory", "serve", "--model", "m=" + here + "/nowhere");
    assertRefused("--grpc-port: 70000", "serve", "--model", "m=" + here, "--grpc-port", "70000");
    assertRefused("--poll-seconds: -1", "serve", "--model", "m=" + here, "--poll-seconds", "-1");
    assertRefused("--max-request-mb: 0", "serve", "--model", "m=" + here, "--max-request-mb", "0");
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
    assertRefused("is one version", "serve", "--model", "m=" + here);
  }

  @Test
  void probe() throws IOException {
    String m = "m=" + directory;
    Path dir = Files.createDirectory(directory.resolve("dir"));
    Path text = Files.writeString(directory.resolve("text"), "hello\n");
    Path bin = Files.write(directory.resolve("bin"), new byte[] {0, 1, 2, (byte) 0xff});
    Path empty = Files.writeString(directory.resolve("empty"), "");
    Path p1 = Files.writeString(directory.resolve("p1"), "num_batch_threads { value: 2147483647 }");
    Path p2 = Files.writeString(directory.resolve("p2"), "max_batch_size { value: -3 }");
    Path p3 = Files.writeString(directory.resolve("p3"), "max_batch_size { value: 99999999999999999999 }");
    Path c1 = Files.writeString(directory.resolve("c1"), "model_config_list { config { name: '' base_path: '/m' model_platform: 'tensorflow' } }");
    Path c2 = Files.writeString(directory.resolve("c2"), "model_config_list { config { name: 'a' base_path: 'rel' model_platform: 'tensorflow' } }");
    Path c3 = Files.writeString(directory.resolve("c3"), "model_config_list { config { name: 'a' base_path: '/nowhere' model_platform: 'x' } }");
    Path c4 = Files.writeString(directory.resolve("c4"), "model_config_list { config { name: 'a' base_path: '/n\\000x' model_platform: 'tensorflow' model_version_policy { specific { versions: -1 } } } }");
    String[][] cases = {
      {"--model", "x"}, {"--model", "=" + directory}, {"--model", "m="}, {"--model", "m"}, {"--model"},
      {"--model", m, "--model", m}, {"--model", "m=" + text}, {"--model", m, "--grpc-port", "x"},
      {"--model", m, "--grpc-port", "-1"}, {"--model", m, "--grpc-port", "0", "--rest-port", "99999"},
      {"--model", m, "--grpc-port", "8777", "--rest-port", "8777"},
      {"--model", m, "--grpc-port", "0", "--rest-port", "0", "--host", "nowhere.invalid"},
      {"--model", m, "--grpc-port", "0", "--rest-port", "0", "--host", "8.8.8.8"},
      {"--model", m, "--grpc-port", "0", "--rest-port", "0", "--host", ""},
      {"--model", m, "--grpc-port", "1", "--rest-port", "0", "--host", "256.1.1.1"},
      {"--model", m, "--max-request-mb", "-1"}, {"--model", m, "--max-request-mb", "99999999999"},
      {"--model", m, "--poll-seconds", "1.5"}, {"--model", m, "--access-log", "NaN"}, {"--model", m, "--access-log", "2"},
      {"--model", m, "--non-finite", "never"}, {"--model", m, "--no-such-option"}, {"--model", m, "extra"},
      {"--model-config-file", "/nowhere/x"}, {"--model-config-file", dir.toString()}, {"--model-config-file", bin.toString()},
      {"--model-config-file", empty.toString()}, {"--model-config-file", c1.toString()}, {"--model-config-file", c2.toString()},
      {"--model-config-file", c3.toString()}, {"--model-config-file", c4.toString()},
      {"--model", m, "--batching-parameters-file", text.toString()},
      {"--model", m, "--enable-batching", "--batching-parameters-file", "/nowhere"},
      {"--model", m, "--enable-batching", "--batching-parameters-file", dir.toString()},
      {"--model", m, "--enable-batching", "--batching-parameters-file", text.toString()},
      {"--model", m, "--enable-batching", "--batching-parameters-file", bin.toString()},
      {"--model", m, "--enable-batching", "--batching-parameters-file", p1.toString(), "--grpc-port", "0", "--rest-port", "99999"},
      {"--model", m, "--enable-batching", "--batching-parameters-file", p2.toString()},
      {"--model", m, "--enable-batching", "--batching-parameters-file", p3.toString()},
      {"--model", m, "--tls-certificate", "/nowhere", "--tls-key", "/nowhere"},
      {"--model", m, "--tls-certificate", dir.toString(), "--tls-key", dir.toString()},
      {"--model", m, "--tls-certificate", text.toString(), "--tls-key", text.toString()},
      {"--model", m, "--tls-certificate", empty.toString(), "--tls-key", empty.toString()},
      {"--model", m, "--tls-certificate", bin.toString(), "--tls-key", bin.toString()},
      {"--model", m, "--api-keys-file", "/nowhere"}, {"--model", m, "--api-keys-file", dir.toString()},
      {"--model", m, "--api-keys-file", empty.toString()}, {"--model", m, "--api-keys-file", bin.toString()},
      {"--model", m, "--max-connections", "0"}, {"--model", m, "--idle-timeout-seconds", "0"},
      {"--model", m, "--transfer-timeout-seconds", "-5"}, {"--model", "m\n=" + directory, "--grpc-port", "70000"},
    };
    for (String[] c : cases) {
      java.util.List<String> all = new java.util.ArrayList<>(List.of("serve"));
      all.addAll(List.of(c));
      OtdRun run = OtdRun.of(all.toArray(String[]::new));
      System.err.println("CASE " + List.of(c) + "\n   -> " + run.code() + ": " + run.err().strip());
    }
  }

  @Test
  void says_that_a_port_is_taken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      OtdRun run =
          OtdRun.of(
              "serve",
              "--model",
              "m=" + directory,
              "--rest-port",
              "0",
              "--grpc-port",
              String.valueOf(port));
      assertThat(run.err()).contains("gRPC port 127.0.0.1:" + port + " cannot be opened");
      assertThat(run.code()).isEqualTo(1);
    }
  }

  @Test
  void ends_well_when_it_is_told_to() throws Exception {
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
      assertThat(line).contains("not every model has a version that answers");
      process.destroy(); // SIGTERM
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }
}
