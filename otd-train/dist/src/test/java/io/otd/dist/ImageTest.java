// SPDX-License-Identifier: Apache-2.0
package io.otd.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The image, as built by {@code -Pimage -Dimage.base=scratch}, without a container engine: its
 * layers are unpacked, the programs, libraries and Java of this system replace the base, and the
 * image's command runs there as the image's user.
 */
@ExtendWith(Quickstart.class)
@Timeout(300)
class ImageTest {
  private static final Path CONTAINERFILE = Release.TOP.resolve("docs/deploy/Containerfile");
  private static final Path TAR =
      Release.FOLDER.resolve("otd-serve-%s-image.tar".formatted(Release.VERSION));
  private static final Pattern PORT = Pattern.compile("http://[^: ]+:(\\d+)");
  private static final Pattern STRING = Pattern.compile("\"([^\"]*)\"");

  /**
   * Mounts are visible only to this process and its children, and end with them. The arguments:
   * root, export, folder of Java, user, command.
   */
  private static final String ENTER =
      """
      set -eu
      root=$1 export=$2 java=$3 user=$4
      shift 4
      see() {
        if [ -d "$1" ]; then mkdir -p "$root$2"; else mkdir -p "$(dirname "$root$2")"; : >"$root$2"; fi
        mount --bind "$1" "$root$2"
      }
      for name in bin lib lib64; do
        if [ -L /$name ]; then cp -P /$name "$root/"; elif [ -d /$name ]; then see /$name /$name; fi
      done
      for name in /usr /etc /proc /dev/null /dev/urandom; do see $name $name; done
      see "$export" /models/parcels
      see "$java" /java
      mkdir -m 1777 "$root/tmp"
      exec chroot --userspec="$user" "$root" "$@"
      """;

  @TempDir Path folder;
  private Path root;
  private JsonNode image;
  private JsonNode settings;

  @BeforeEach
  void unpack() throws Exception {
    assumeThat(TAR).as("an image: -Pimage").exists();
    Command.in(folder, "tar", "-xf", TAR).lines();
    ObjectMapper json = new ObjectMapper();
    JsonNode manifest = json.readTree(folder.resolve("manifest.json").toFile()).path(0);
    image = json.readTree(folder.resolve(manifest.path("Config").asText()).toFile());
    settings = image.path("config");
    root = Files.createDirectory(folder.resolve("root"));
    for (JsonNode layer : manifest.path("Layers")) {
      Command.in(folder, "tar", "-xzf", layer.asText(), "-C", root).lines();
    }
  }

  @Test
  void serves_a_model_as_a_user_who_can_only_write_temporary_files(Quickstart.Done done)
      throws Exception {
    assertSaysWhatTheContainerfileSays();
    assertHoldsJarsAndUnpackedLibraries();
    assumeThat(System.getProperty("user.name")).as("user, who must be root").isEqualTo("root");
    assumeThat(Command.exists("unshare") && Command.exists("chroot")).as("unshare").isTrue();
    assumeThat(Command.in(folder, "unshare", "--mount", "true").exitCode())
        .as("mounts of its own")
        .isZero();
    Path log = folder.resolve("server.log");
    Process server = enter(done).start(log);
    try {
      assertThat(prediction(port(log, server))).contains("\"mean\"");
      assertThat(Files.readAllLines(Path.of("/proc/%d/status".formatted(server.pid()))))
          .contains("Uid:\t65532\t65532\t65532\t65532", "Gid:\t65532\t65532\t65532\t65532");
      assertThat(Files.readString(Path.of("/proc/%d/maps".formatted(server.pid()))))
          .contains("/app/native/libtensorflow_cc.so.2");
    } finally {
      server.destroy();
      assertThat(server.waitFor(1, TimeUnit.MINUTES)).as(Files.readString(log)).isTrue();
    }
    assertThat(server.exitValue()).as(Files.readString(log)).isIn(0, 143);
    assertThat(Command.in(root, "find", ".", "-user", "65532", "-not", "-path", "./tmp/*").lines())
        .isEmpty();
  }

  /** The two images differ in how they are built, not in how they run. */
  private void assertSaysWhatTheContainerfileSays() throws Exception {
    String containerfile = Files.readString(CONTAINERFILE);
    List<String> command = strings(containerfile.substring(containerfile.indexOf("\nENTRYPOINT")));
    command.replaceAll(
        word -> word.replace("/usr/bin/java", "java").replace("/app/lib/*", "/app/libs/*"));
    assertThat(settings.path("Entrypoint")).map(JsonNode::asText).isEqualTo(command);
    assertThat(settings.path("Env")).isNotEmpty();
    for (JsonNode variable : settings.path("Env")) {
      assertThat(containerfile)
          .contains("ENV " + variable.asText().replaceFirst("=(.*)", "=\"$1\""));
    }
    assertThat(containerfile).contains("USER " + settings.path("User").asText());
    assertThat(settings.path("ExposedPorts").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("8500/tcp", "8501/tcp");
    assertThat(settings.at("/Labels/org.opencontainers.image.version").asText())
        .isEqualTo(Release.VERSION);
    assertThat(image.path("created").asText()).isEqualTo(Release.TIMESTAMP);
  }

  private static List<String> strings(String text) {
    List<String> found = new ArrayList<>();
    Matcher string = STRING.matcher(text);
    while (string.find()) {
      found.add(string.group(1));
    }
    return found;
  }

  private void assertHoldsJarsAndUnpackedLibraries() throws Exception {
    try (Stream<Path> jars = Files.list(root.resolve("app/libs"))) {
      assertThat(jars.map(jar -> jar.getFileName().toString()))
          .contains("otd-app-%s.jar".formatted(Release.VERSION))
          .noneMatch(
              name -> name.matches("tensorflow-core-native-.*-" + Release.PLATFORM + ".jar"));
    }
    assertThat(root.resolve("app/licenses")).isDirectoryContaining("glob:**/NOTICE");
    assertThat(root.resolve("app/classes")).doesNotExist();
  }

  private Command enter(Quickstart.Done done) throws Exception {
    List<String> words =
        new ArrayList<>(List.of("unshare", "--mount", "sh", "-c", ENTER, "enter", root.toString()));
    Path java = Path.of(System.getProperty("java.home")).toRealPath();
    words.addAll(List.of(done.export().toString(), java.toString()));
    words.add(settings.path("User").asText());
    settings.path("Entrypoint").forEach(word -> words.add(word.asText()));
    words.addAll(List.of("--model", "parcels=/models/parcels"));
    words.addAll(List.of("--rest-port", "0", "--grpc-port", "0"));
    Map<String, String> environment = new HashMap<>();
    // As in a base image with Java.
    environment.put("PATH", "/java/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    settings
        .path("Env")
        .forEach(
            variable -> {
              String[] parts = variable.asText().split("=", 2);
              environment.put(parts[0], parts[1]);
            });
    return Command.in(folder, words.toArray()).withNoEnvironmentBut(environment);
  }

  private static String port(Path log, Process server) throws Exception {
    while (server.isAlive()) {
      Matcher port = PORT.matcher(Files.readString(log));
      if (port.find()) {
        return port.group(1);
      }
      Thread.sleep(50);
    }
    throw new AssertionError("not ready: " + Files.readString(log));
  }

  private static String prediction(String port) throws Exception {
    String row = "{\"distance_km\": 16, \"weight_kg\": 1, \"traffic\": 0.6}";
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:%s/v1/models/parcels:predict".formatted(port)))
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"signature_name\": \"by_name\", \"instances\": [%s]}".formatted(row)))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }
}
