// SPDX-License-Identifier: Apache-2.0
package io.otd.spark;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** A master and two workers of one core each, in processes of their own. */
public final class StandaloneCluster implements AutoCloseable {
  private static final String DEPLOY = "org.apache.spark.deploy.";

  private final PySpark spark;
  private final Path folder;
  private final List<SubmittedJob> processes = new ArrayList<>();
  private String address = "";

  private StandaloneCluster(PySpark spark, Path folder) {
    this.spark = spark;
    this.folder = folder;
  }

  /** Starts it. */
  public static StandaloneCluster start(PySpark spark, Path folder)
      throws IOException, InterruptedException {
    StandaloneCluster cluster = new StandaloneCluster(spark, folder);
    try {
      SubmittedJob master =
          cluster.process(
              "master",
              "spark-class",
              List.of(DEPLOY + "master.Master", "--host", "127.0.0.1", "--port", "0"));
      cluster.address = master.waitForLine("Starting Spark master at (spark://\\S+)");
      for (int worker = 1; worker <= 2; worker++) {
        cluster
            .process(
                "worker" + worker,
                "spark-class",
                List.of(
                    DEPLOY + "worker.Worker",
                    "--host",
                    "127.0.0.1",
                    "--webui-port",
                    "0",
                    "--cores",
                    "1",
                    "--memory",
                    "1g",
                    "--work-dir",
                    folder.resolve("work" + worker).toString(),
                    cluster.address))
            .waitForLine("Successfully registered with master");
      }
      return cluster;
    } catch (IOException | InterruptedException e) {
      cluster.close();
      throw e;
    }
  }

  private SubmittedJob process(String name, String command, List<String> arguments)
      throws IOException {
    ProcessBuilder builder = spark.command(command, arguments);
    builder.environment().put("SPARK_MASTER_WEBUI_PORT", "0");
    builder.environment().put("SPARK_NO_DAEMONIZE", "1");
    SubmittedJob started = SubmittedJob.start(builder, Files.createTempFile(folder, name, ".log"));
    processes.add(started);
    return started;
  }

  /** An option of its executors: with it, they share the programs that XLA compiles. */
  public static String programs() {
    return "spark.executor.extraJavaOptions=-Dotd.programs="
        + System.getProperty("otd.programs", "");
  }

  /** The address of its master. */
  public String address() {
    return address;
  }

  /** Submits a script with only the jars that a user of otd-spark has. */
  SubmittedJob submit(Path script, String... arguments) throws IOException {
    return submit(List.of(), script, arguments);
  }

  /** With further options of spark-submit. */
  SubmittedJob submit(List<String> options, Path script, String... arguments) throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--master",
                address,
                "--jars",
                jars(folder),
                "--executor-memory",
                "512m",
                "--conf",
                "spark.ui.enabled=false",
                "--conf",
                "spark.sql.files.maxPartitionBytes=65536")); // Each file is one task.
    all.addAll(options);
    all.add(script.toString());
    all.addAll(List.of(arguments));
    return process("submit", "spark-submit", all);
  }

  /** With SIGKILL, which cannot be caught. */
  public boolean killAnExecutor() {
    Optional<ProcessHandle> executor =
        processes.stream()
            .flatMap(started -> started.process().descendants())
            .filter(
                child ->
                    child.info().arguments().stream()
                        .flatMap(Stream::of)
                        .anyMatch(argument -> argument.contains("CoarseGrainedExecutorBackend")))
            .filter(
                child ->
                    child.info().command().filter(command -> command.endsWith("java")).isPresent())
            .findFirst();
    return executor.map(ProcessHandle::destroyForcibly).orElse(false);
  }

  /** The modules as jars, even if a build has folders of classes. */
  private static String jars(Path folder) throws IOException {
    List<String> jars = new ArrayList<>();
    List<String> places =
        new ArrayList<>(
            List.of(
                Files.readString(Path.of("target/runtime-classpath.txt"))
                    .strip()
                    .split(File.pathSeparator)));
    places.add("target/classes");
    for (String place : places) {
      Path path = Path.of(place).toAbsolutePath();
      boolean ours = path.toString().matches(".*(otd-(light|schema|predict-api)-[^/]*[.]jar)");
      if (path.toString().matches(".*/(light|schema|api|spark)/target/classes")) {
        jars.add(jar(path, folder.resolve("otd-" + jars.size() + ".jar")).toString());
      } else if (ours) {
        jars.add(path.toString());
      }
    }
    return String.join(",", jars);
  }

  private static Path jar(Path classes, Path to) throws IOException {
    try (OutputStream out = Files.newOutputStream(to);
        JarOutputStream jar = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        jar.putNextEntry(
            new JarEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
        Files.copy(file, jar);
        jar.closeEntry();
      }
    }
    return to;
  }

  @Override
  public void close() {
    for (SubmittedJob started : processes) {
      started.process().descendants().forEach(ProcessHandle::destroyForcibly);
      started.process().destroyForcibly();
    }
  }
}
