// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.run;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.events.EventFile;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a run's events for TensorBoard: at each point of the training curves the numbers, at each
 * twentieth the histograms of all parameters; of an ensemble under {@code member_0} and so on. If
 * this fails, the run continues without it.
 */
final class EventLog implements TrainingListener, AutoCloseable {
  private static final int POINTS_A_HISTOGRAM = 20;

  /** Of the kinds of networks. */
  private final List<List<Parameter>> kinds;

  private final Consumer<String> warnings;
  private @Nullable EventFile file;
  private final Map<String, Series> series = new HashMap<>();

  /** Information on one member. */
  private static final class Series {
    private double stepsPerSecond = Double.NaN;
    private int points;
  }

  private EventLog(List<List<Parameter>> kinds, Consumer<String> warnings) {
    this.kinds = kinds;
    this.warnings = warnings;
  }

  /** A log that keeps nothing. */
  static EventLog none() {
    return new EventLog(List.of(), w -> {});
  }

  /**
   * The log of a run.
   *
   * @param kinds parameters of each kind of its networks
   * @param clock for the times of events
   * @param step at which it begins or resumes
   * @param warnings receives a warning if the file cannot be written
   */
  static EventLog in(
      Path directory,
      List<List<Parameter>> kinds,
      Clock clock,
      long step,
      Consumer<String> warnings) {
    EventLog log = new EventLog(kinds, warnings);
    try {
      log.file = EventFile.create(directory, clock, step);
    } catch (IOException e) {
      log.failed(e);
    }
    return log;
  }

  @Override
  public void on(TrainingEvent event) {
    if (event instanceof TrainingEvent.OfMember e) {
      on("member_" + e.member() + "/", e.event());
    } else {
      on("", event);
    }
  }

  private void on(String prefix, TrainingEvent event) {
    Series of = series.computeIfAbsent(prefix, p -> new Series());
    if (event instanceof TrainingEvent.Progressed e) {
      of.stepsPerSecond = e.stepsPerSecond();
    } else if (event instanceof TrainingEvent.Recorded e && file != null) {
      try {
        file.scalars(e.step(), scalars(prefix, e, of.stepsPerSecond));
        if (of.points++ % POINTS_A_HISTOGRAM == 0) {
          file.histograms(e.step(), histograms(prefix, e.parameters()));
        }
      } catch (IOException failure) {
        failed(failure);
      }
    }
  }

  private Map<String, Double> scalars(
      String prefix, TrainingEvent.Recorded event, double stepsPerSecond) {
    TrainingSnapshot.Point point = event.point();
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(prefix + "loss/total", point.fit() - point.dispersion());
    values.put(prefix + "loss/fit", point.fit());
    values.put(prefix + "loss/dispersion", point.dispersion());
    values.put(prefix + "action", point.action());
    values.put(prefix + "validation/score", point.validation());
    values.put(prefix + "learning_rate", event.learningRate());
    values.put(prefix + "steps_per_second", stepsPerSecond);
    return values;
  }

  private Map<String, float[]> histograms(String prefix, float[] values) {
    List<Parameter> parameters = ofSize(values.length);
    List<float[]> parts = new ParameterVector(parameters).split(values);
    Map<String, float[]> histograms = new LinkedHashMap<>();
    for (int i = 0; i < parts.size(); i++) {
      histograms.put(prefix + "parameters/" + parameters.get(i).name(), parts.get(i));
    }
    return histograms;
  }

  private List<Parameter> ofSize(int size) {
    return kinds.stream()
        .filter(parameters -> new ParameterVector(parameters).size() == size)
        .findFirst()
        .orElseThrow();
  }

  private void failed(IOException e) {
    warnings.accept("no event file for TensorBoard: " + e.getMessage());
    close();
  }

  @Override
  public void close() {
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        warnings.accept("event file for TensorBoard: " + e.getMessage());
      }
      file = null;
    }
  }
}
