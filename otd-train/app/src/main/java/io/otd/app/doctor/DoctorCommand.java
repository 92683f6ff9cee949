// SPDX-License-Identifier: Apache-2.0
package io.otd.app.doctor;

import io.otd.app.bench.TrainingBenchmark;
import io.otd.app.bench.TrainingShape;
import io.otd.app.command.Answer;
import io.otd.app.command.Console;
import io.otd.app.command.OtdCommand;
import io.otd.core.internal.graph.Devices;
import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.run.BuildVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tensorflow.TensorFlow;
import picocli.CommandLine.Command;

/** Looks whether everything is in place. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = "Show versions, devices and flags, and check that training is compiled.",
    footerHeading = "%nExample:%n",
    footer = "  otd doctor")
public final class DoctorCommand extends OtdCommand {
  private static final int CALLS = 5;

  DoctorCommand(Console console) {
    super(console);
  }

  @Override
  public Answer run() {
    Map<String, Object> facts = new LinkedHashMap<>();
    put(facts, "otd", BuildVersion.version());
    put(facts, "java", Runtime.version() + ", " + System.getProperty("java.vendor"));
    put(facts, "system", system());
    long memory = Runtime.getRuntime().maxMemory() >> 20;
    facts.put("memory_mb", memory);
    line("memory", "at most %s MiB for Java's heap".formatted(memory));
    boolean writable = writable();
    facts.put("writable", writable);
    line("folder", writable ? "writable" : "not writable: runs need --out");
    NativeFlags.set(0);
    put(facts, "flags", NativeFlags.inForce());
    put(facts, "tensorflow", TensorFlow.version());
    List<String> devices = Devices.names();
    facts.put("devices", devices);
    line("devices", String.join(", ", devices));
    String flags = Optional.ofNullable(System.getenv(NativeFlags.XLA_FLAGS)).orElse("");
    put(facts, "gpu", GpuLibraries.here(flags).sentence(devices));
    boolean bfloat16 = Devices.multiplyBfloat16();
    facts.put("bfloat16", bfloat16);
    line("bfloat16", bfloat16 ? "multiplied in hardware" : "not multiplied in hardware");
    TrainingBenchmark.Measured speed =
        new TrainingBenchmark(System::nanoTime, System.nanoTime(), console()::warn)
            .run(TrainingShape.named("bimodal").orElseThrow(), CALLS);
    facts.put("xla", speed.compiled());
    facts.put("compile_s", rounded(speed.firstSeconds()));
    facts.put("ms_per_step", rounded(speed.millisBest()));
    line(
        "training",
        "%s; the first step after %s s, then %s ms a step"
            .formatted(
                speed.compiled() ? "compiled by XLA" : "not compiled",
                rounded(speed.firstSeconds()),
                rounded(speed.millisBest())));
    say(
        speed.compiled()
            ? "everything works"
            : "training works but is not compiled; it will be many times slower");
    return Answer.ok(facts);
  }

  private void put(Map<String, Object> facts, String name, Object value) {
    facts.put(name, value);
    line(name, String.valueOf(value));
  }

  private void line(String name, String text) {
    say("%-12s %s".formatted(name, text));
  }

  private static double rounded(double value) {
    return Double.parseDouble(NumberText.of(value, 3));
  }

  private static String system() {
    return "%s %s, %s, %s cores"
        .formatted(
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("os.arch"),
            Runtime.getRuntime().availableProcessors());
  }

  /** Whether a run's directory could be made here. */
  private static boolean writable() {
    try {
      Path probe = Files.createTempDirectory(Path.of("").toAbsolutePath(), ".otd-doctor");
      Files.delete(probe);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
