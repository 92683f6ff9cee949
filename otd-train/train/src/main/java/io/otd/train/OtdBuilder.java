// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.table.problem.InputException;
import io.otd.train.internal.cluster.ClusterSite;
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
 * Builds an {@link Otd}. Settings have the same names as in configuration files, see {@code
 * docs/settings.md}. If a setting is set twice, the last value counts.
 */
public final class OtdBuilder {
  private final SettingsReader reader = new SettingsReader();
  private @Nullable Settings exact;
  private Observers observers = Observers.NONE;
  private Machine machine = Machine.here();
  private @Nullable Consumer<String> progressLines;
  private boolean watched;

  OtdBuilder() {}

  /** Starts from settings. */
  static OtdBuilder of(Settings settings) {
    OtdBuilder builder = new OtdBuilder();
    builder.exact = settings;
    return builder;
  }

  /** The base to which further settings are added. */
  private SettingsReader reader() {
    if (exact != null) {
      reader.text(SettingsWriter.yaml(exact), "settings");
      exact = null;
    }
    return reader;
  }

  /** The method; default: {@link Method#AUTO}. */
  public OtdBuilder method(Method method) {
    return set("model.method", method);
  }

  /** The seed of the split and of the training; default: 0. */
  public OtdBuilder seed(long value) {
    return set("data.seed", value).set("training.seed", value);
  }

  /** Number of networks of the ensemble. */
  public OtdBuilder members(int members) {
    return set("model.members", members);
  }

  /** Widths of the hidden layers. */
  public OtdBuilder hidden(int... widths) {
    return set("model.hidden", Arrays.stream(widths).boxed().toList());
  }

  /** Maximum number of steps of each network. */
  public OtdBuilder steps(int steps) {
    return set("training.steps", steps);
  }

  /**
   * Time limit of a fit, counted after the table has been read. The networks share it. What does
   * not fit is left out, and listed in the metrics of the model. Without a limit, a fit does not
   * depend on the speed of the machine.
   */
  public OtdBuilder budget(Duration time) {
    return set("training.budget_seconds", time.toMillis() / 1000.0);
  }

  /** Share of the rows held out for testing; 0 for none. */
  public OtdBuilder testFraction(double fraction) {
    return set("data.test_fraction", fraction);
  }

  /** A column that groups rows: no split divides the rows of one value. It is not an input. */
  public OtdBuilder group(String column) {
    return set("data.group", column);
  }

  /**
   * A column of weights, at least 0: a row of weight 3 counts as three rows in training,
   * calibration and scores; one of weight 0 is left out. It is not an input.
   */
  public OtdBuilder weight(String column) {
    return set("data.weight", column);
  }

  /** Columns that are not inputs. */
  public OtdBuilder ignore(String... columns) {
    return set("data.ignore", List.of(columns));
  }

  /**
   * One setting by its path. {@link #build} reports an unknown path or invalid value, together with
   * all other problems.
   *
   * @param path such as {@code training.learning_rate}
   * @param value a number, a boolean, a text as on the command line, a constant, a collection of
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
   * Receives the progress of training: the events of a single fit, or {@link
   * io.otd.train.progress.TrainingEvent.OfRun} of each run of a cross-validation or search. Called
   * by one thread at a time, a training thread: a slow listener delays training. {@link
   * TrainingListener#NONE} turns off the lines of {@link #onProgressLine}'s default.
   */
  public OtdBuilder onProgress(TrainingListener listener) {
    observers = observers.withProgress(listener);
    watched = true;
    return this;
  }

  /**
   * Receives a line of text every few seconds, as the command line prints it. Unless this or {@link
   * #onProgress} is called, the logger {@code io.otd.train} gets the lines, with level INFO.
   */
  public OtdBuilder onProgressLine(Consumer<String> taker) {
    progressLines = taker;
    return this;
  }

  /** Receives the plan of the training, before the first step. */
  public OtdBuilder onPlan(Consumer<RunPlan> taker) {
    observers = observers.withPlan(taker);
    return this;
  }

  /**
   * Receives warnings for the user, in any thread; by default the logger {@code io.otd.train} does.
   */
  public OtdBuilder onWarning(Consumer<String> taker) {
    observers = observers.withWarnings(taker);
    return this;
  }

  /**
   * Called about twice a second, by any thread. Once it returns true, training stops with the best
   * model so far.
   */
  public OtdBuilder stopWhen(BooleanSupplier stop) {
    observers = observers.withStop(stop);
    return this;
  }

  /**
   * Maximum number of networks that are trained at a time, or submitted to a cluster; by default
   * one for each processor.
   */
  public OtdBuilder jobs(int jobs) {
    machine = machine.withJobs(jobs);
    return this;
  }

  /**
   * Trains the networks of an ensemble, of folds or of a search on an Apache Spark cluster. Up to
   * {@value ClusterSite#JOBS} are submitted at a time, unless {@link #jobs} sets another number;
   * Spark trains as many of them at once as it has cores. Everything else runs in this process.
   * Needs {@code otd-train-spark} on the class path, Spark from {@code SPARK_HOME} or {@code
   * spark-submit} on the path, and a run directory that all machines see.
   *
   * @param master address of the cluster, such as {@code spark://host:7077}
   * @param settings of Spark, {@code KEY=VALUE}
   */
  public OtdBuilder spark(String master, List<String> settings) {
    machine = machine.withSpark(new Machine.Spark(master, settings));
    return this;
  }

  /** The clock of results and progress; default: the machine's. */
  public OtdBuilder clock(Clock clock) {
    machine = machine.withClock(clock);
    return this;
  }

  /**
   * Leaves the environment of this process unchanged. Otherwise, {@code XLA_FLAGS} and {@code
   * TF_CPP_MIN_LOG_LEVEL} are set before TensorFlow is loaded, unless they are set already.
   * Training is about twice as fast with them, and the same seed gives different last digits.
   */
  public OtdBuilder withoutNativeFlags() {
    machine = machine.withoutNativeFlags();
    return this;
  }

  /**
   * Builds the {@link Otd}.
   *
   * @throws InputException with every unknown path, with the nearest known path, and every invalid
   *     value
   */
  public Otd build() {
    return new Otd(exact == null ? reader.settings() : exact, observed(), machine);
  }

  private Observers observed() {
    Consumer<String> lines = progressLines == null && !watched ? Observers::log : progressLines;
    return lines == null
        ? observers
        : observers.withProgress(
            observers
                .progress()
                .and(
                    new RunsListener(
                        new ProgressLines(lines, machine.clock()),
                        new RunsLines(lines, machine.clock(), machine.jobs()))));
  }
}
