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
    put(facts, "memory_mb", Runtime.getRuntime().maxMemory() >> 20);
    put(facts, "writable", writable());
    NativeFlags.set(0);
    put(facts, "flags", NativeFlags.inForce());
    put(facts, "tensorflow", TensorFlow.version());
    List<String> devices = Devices.names();
    put(facts, "devices", devices);
    String flags = Optional.ofNullable(System.getenv(NativeFlags.XLA_FLAGS)).orElse("");
    put(facts, "gpu", GpuLibraries.here(flags).sentence(devices));
    put(facts, "bfloat16", Devices.multiplyBfloat16());
    TrainingBenchmark.Measured speed =
        new TrainingBenchmark(System::nanoTime, System.nanoTime(), console()::warn)
            .run(TrainingShape.named("bimodal").orElseThrow(), CALLS);
    put(facts, "xla", speed.compiled());
    put(facts, "compile_s", rounded(speed.firstSeconds()));
    put(facts, "ms_per_step", rounded(speed.millisBest()));
    say(
        speed.compiled()
            ? "everything works"
            : "training works but is not compiled; it will be many times slower");
    return Answer.ok(facts);
  }

  private void put(Map<String, Object> facts, String name, Object value) {
    facts.put(name, value);
    say("%-12s %s".formatted(name, value));
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
