// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.table.problem.InputException;
import io.otd.train.progress.ProgressLines;
import io.otd.train.progress.RunsLines;
import io.otd.train.progress.RunsListener;
import io.otd.train.progress.TrainingListener;
import io.otd.train.settings.Method;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import io.otd.train.settings.SettingsWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts together what an {@link Otd} trains with. Settings have the names that configuration files
 * have, {@code docs/configuration.md}; of those that are set twice the last one counts.
 */
public final class OtdBuilder {
  private final SettingsReader reader = new SettingsReader();
  private @Nullable Settings exact;
  private @Nullable Long seed;
  private Observers observers = Observers.NONE;
  private Machine machine = Machine.here();
  private @Nullable Consumer<String> progressLines;

  OtdBuilder() {}

  /** Starts from settings. */
  static OtdBuilder of(Settings settings) {
    OtdBuilder builder = new OtdBuilder();
    builder.exact = settings;
    return builder;
  }

  /** What further settings are added to. */
  private SettingsReader reader() {
    if (exact != null) {
      reader.text(SettingsWriter.yaml(exact), "settings");
      exact = null;
    }
    return reader;
  }

  /** The method; {@link Method#AUTO} where none is said. */
  public OtdBuilder method(Method method) {
    return set("model.method", method);
  }

  /** The seed of the split and of the training; 0 where none is said. */
  public OtdBuilder seed(long value) {
    seed = value;
    return this;
  }

  /** Networks of the ensemble. */
  public OtdBuilder members(int members) {
    return set("model.members", members);
  }

  /** Widths of the hidden layers. */
  public OtdBuilder hidden(int... widths) {
    return set("model.hidden", Arrays.stream(widths).boxed().toList());
  }

  /** Most steps of each network. */
  public OtdBuilder steps(int steps) {
    return set("training.steps", steps);
  }

  /**
   * Time that a fit may take by its clock, from the moment that the table has been read. The
   * networks share it; what there is no time for is left out, and the metrics of the model say
   * what. Without it, a fit does not depend on how fast the machine is.
   */
  public OtdBuilder budget(Duration time) {
    return set("training.budget_seconds", time.toMillis() / 1000.0);
  }

  /** Share of the rows that the model is measured on; 0 for none. */
  public OtdBuilder testFraction(double fraction) {
    return set("data.test_fraction", fraction);
  }

  /** A column whose rows of one value no split divides; not an input. */
  public OtdBuilder group(String column) {
    return set("data.group", column);
  }

  /** Columns that are no inputs. */
  public OtdBuilder ignore(String... columns) {
    return set("data.ignore", List.of(columns));
  }

  /**
   * One setting by its path. A path that there is not, or a value that it cannot have, is told by
   * {@link #build} with all others that are wrong.
   *
   * @param path such as {@code training.learning_rate}
   * @param value a number, a truth value, a text as on a command line, a constant, a collection of
   *     these, or null for none
   */
  public OtdBuilder set(String path, @Nullable Object value) {
    if (value instanceof Collection<?> values) {
      reader().value(path, values.stream().map(OtdBuilder::text).toList(), "set");
    } else {
      reader().assignment(path, value == null ? "null" : text(value), "set");
    }
    return this;
  }

  private static String text(Object value) {
    return value instanceof Enum<?> constant
        ? constant.name().toLowerCase(Locale.ROOT)
        : value.toString();
  }

  /**
   * The settings of a configuration file.
   *
   * @throws InputException if it cannot be read
   */
  public OtdBuilder settings(Path yaml) {
    reader().file(yaml);
    return this;
  }

  /**
   * Who is told how training goes on: of a single fit its events, of a cross-validation or a search
   * {@link io.otd.train.progress.TrainingEvent.OfRun} of each run. Called by one thread at a time,
   * which trains: what takes long holds training up.
   */
  public OtdBuilder onProgress(TrainingListener listener) {
    observers = observers.withProgress(listener);
    progressLines = null;
    return this;
  }

  /** Who gets a line of text every few seconds, as the command line prints it. */
  public OtdBuilder onProgressLine(Consumer<String> taker) {
    progressLines = taker;
    return this;
  }

  /** Who is told what is about to be trained, before the first step. */
  public OtdBuilder onPlan(Consumer<RunPlan> taker) {
    observers = observers.withPlan(taker);
    return this;
  }

  /** Who is told what a user should know; where nobody is, the logger {@code io.otd.train}. */
  public OtdBuilder onWarning(Consumer<String> taker) {
    observers = observers.withWarnings(taker);
    return this;
  }

  /**
   * Asked every half a second or so, by any thread; once it says true, training stops with the best
   * model so far.
   */
  public OtdBuilder stopWhen(BooleanSupplier stop) {
    observers = observers.withStop(stop);
    return this;
  }

  /**
   * Most networks that are trained at a time, or handed over to a cluster; one for each processor
   * where nobody says.
   */
  public OtdBuilder jobs(int jobs) {
    machine = machine.withJobs(jobs);
    return this;
  }

  /**
   * Trains the networks on a cluster of Apache Spark: those of an ensemble, of folds and of a
   * search. Up to {@value Machine#JOBS_OF_A_CLUSTER} are handed over at a time, where {@link #jobs}
   * says no other number; Spark does as many of them at once as it has cores. All else is done
   * here. Needs {@code otd-train-spark} on the class path, Spark as {@code SPARK_HOME} says or
   * {@code spark-submit} on the path, and a directory of the run that all machines see.
   *
   * @param master address of the cluster, such as {@code spark://host:7077}
   * @param settings of Spark, {@code KEY=VALUE}
   */
  public OtdBuilder spark(String master, List<String> settings) {
    machine = machine.withSpark(new Machine.Spark(master, settings));
    return this;
  }

  /** The clock of results and progress; the machine's where none is given. */
  public OtdBuilder clock(Clock clock) {
    machine = machine.withClock(clock);
    return this;
  }

  /**
   * Leaves the environment of this process alone. Without this, {@code XLA_FLAGS} and {@code
   * TF_CPP_MIN_LOG_LEVEL} are set before TensorFlow is loaded, where they are not set yet: training
   * is about twice as fast with them, and the same seed gives other last digits.
   */
  public OtdBuilder withoutNativeFlags() {
    machine = machine.withoutNativeFlags();
    return this;
  }

  /**
   * What trains.
   *
   * @throws InputException with every unknown path, with the nearest one there is, and every bad
   *     value
   */
  public Otd build() {
    Settings settings = exact == null ? reader.settings() : exact;
    return new Otd(seed == null ? settings : settings.withSeed(seed), observed(), machine);
  }

  private Observers observed() {
    Consumer<String> lines = progressLines;
    return lines == null
        ? observers
        : observers.withProgress(
            new RunsListener(
                new ProgressLines(lines, machine.clock()),
                new RunsLines(lines, machine.clock(), machine.jobs())));
  }
}
