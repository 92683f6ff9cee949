// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import io.otd.table.internal.split.RowGroups;
import io.otd.table.problem.InputException;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.preparation.TableSource;
import io.otd.train.settings.MemberPlan;
import io.otd.train.settings.OptimizationSettings.Decay;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import io.otd.train.settings.SettingsWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The definition of a search, which determines its trials.
 *
 * @param base the settings that are not searched, and those of trial 0; the seed of its training is
 *     that of the search
 * @param space the others
 * @param halving how many trials there are, and how many steps they have
 */
public record Search(Settings base, SearchSpace space, Halving halving) {
  private static final String STEPS = "training.steps";

  /**
   * The trials. Number 0 has the given settings, the others draws from the space; each is a single
   * network, all hold out the same rows.
   *
   * @throws InputException if the values of a trial do not go together
   */
  List<Trial> trials(RowGroups rows) {
    List<Trial> trials = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (int k = 0; k < halving.trials(); k++) {
      Map<String, String> values = k == 0 ? start() : space.values(base.training().seed(), k);
      try {
        trials.add(new Trial(k, values, settings(values, rows)));
      } catch (InputException e) {
        int number = k;
        e.problems().forEach(p -> problems.add("trial %s, %s: %s".formatted(number, values, p)));
      }
    }
    InputException.throwIfAny(problems);
    return trials;
  }

  /** The groups of the rows that trials learn from, as the networks of an ensemble would. */
  RowGroups groups(TableSource source) {
    return source.groups().at(source.rows(base));
  }

  /** The settings of trial 0: those of the base, of a single network. */
  public Settings start(TableSource source) {
    return trials(groups(source)).get(0).settings();
  }

  /**
   * The table in the form for every trial: the searched settings do not change it.
   *
   * @param source the table without its test rows
   * @throws InputException if the trials cannot be compared, or the values of one do not go
   *     together
   */
  public PreparedTable data(TableSource source) {
    PreparedTable data = PreparedTable.of(source, start(source).withoutTest());
    if (data.split().validation().length == 0) {
      throw new InputException(
          "data.validation_fraction: 0 (expected: above 0; trials are compared by validation"
              + " rows)");
    }
    return data;
  }

  /** The values that searched settings have without a search. */
  private Map<String, String> start() {
    Map<String, String> all = base.flat();
    Map<String, String> values = new LinkedHashMap<>();
    space.laws().keySet().forEach(path -> values.put(path, all.get(path)));
    return values;
  }

  private Settings settings(Map<String, String> values, RowGroups rows) {
    MemberPlan plan = base.memberPlan(rows.rows(), rows.sizes().length);
    Map<String, String> all = new LinkedHashMap<>(values);
    all.put("model.members", "1");
    all.put("data.validation", "shared");
    all.put("data.validation_fraction", Double.toString(plan.validationFraction()));
    all.put(STEPS, Long.toString(halving.steps()));
    return with(all);
  }

  /**
   * The settings to train with, given the values of a trial. Ensemble and steps are those of the
   * base; where the learning rate falls, it falls over the steps of the search.
   */
  Settings chosen(Map<String, String> values) {
    Settings settings = with(values);
    if (settings.training().schedule() == Decay.CONSTANT) {
      return settings;
    }
    Map<String, String> all = new LinkedHashMap<>(values);
    all.put(STEPS, Long.toString(halving.steps()));
    return with(all);
  }

  private Settings with(Map<String, String> values) {
    SettingsReader reader = new SettingsReader().text(SettingsWriter.yaml(base), "settings");
    values.forEach((path, value) -> reader.assignment(path, value, "search"));
    return reader.settings();
  }
}
