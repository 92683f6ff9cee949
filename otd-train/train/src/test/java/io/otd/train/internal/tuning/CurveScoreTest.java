// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.result.Spread;
import io.otd.train.internal.tuning.TrialResult.Status;
import io.otd.train.settings.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CurveScoreTest {
  private static final int VALIDATIONS = 80;
  private static final int TRIALS = 27;
  private static final double NOISE = .03;

  private static TrialResult trial(int number, int rung, double[] validations) {
    List<TrainingSnapshot.Point> history =
        IntStream.range(0, validations.length)
            .mapToObj(i -> new TrainingSnapshot.Point(100L * (i + 1), 1, 1, 0, validations[i]))
            .toList();
    return new TrialResult(
        new Trial(number, Map.of(), Settings.STANDARD), Status.COMPLETED, rung, history);
  }

  /** A curve that falls to its level, with noise. */
  private static double[] curve(double level, SplittableRandom random) {
    return IntStream.range(0, VALIDATIONS)
        .mapToDouble(i -> level + .5 * Math.exp(-i / 8.0) + NOISE * random.nextGaussian())
        .toArray();
  }

  @Test
  void a_trial_with_a_lucky_early_validation_does_not_win() {
    SplittableRandom random = new SplittableRandom(1);
    double[] lucky = curve(.5, random);
    lucky[0] = .1;
    TrialResult worse = trial(0, 0, lucky);
    TrialResult better = trial(1, 0, curve(.3, random));
    assertThat(worse.bestStep()).isEqualTo(100);
    assertThat(List.of(worse, better)).isSortedAccordingTo(TrialResult.BEST_FIRST.reversed());
  }

  /** Levels from 0.3 in steps of 0.005, a sixth of the noise: how good is what wins? */
  @Test
  void the_winners_of_simulated_studies_are_better_than_those_by_the_lowest_validation() {
    double bySmoothing = 0;
    double byMinimum = 0;
    for (int study = 0; study < 200; study++) {
      SplittableRandom random = new SplittableRandom(study);
      List<TrialResult> trials = new ArrayList<>();
      for (int k = 0; k < TRIALS; k++) {
        trials.add(trial(k, 0, curve(.3 + .005 * k, random)));
      }
      bySmoothing += trials.stream().min(TrialResult.BEST_FIRST).orElseThrow().trial().number();
      byMinimum +=
          trials.stream()
              .min(Comparator.comparingDouble(CurveScoreTest::lowest))
              .orElseThrow()
              .trial()
              .number();
    }
    // The mean of 26 has an error of 0.006, so that about one neighbour is taken for the best; the
    // minimum of 80 has one of about 0.4 noise, 0.012.
    assertThat(bySmoothing / 200).isLessThan(1.5);
    assertThat(byMinimum / 200).isGreaterThan(1.3 * bySmoothing / 200);
  }

  private static double lowest(TrialResult trial) {
    return trial.history().stream().mapToDouble(p -> p.validation()).min().orElseThrow();
  }

  @Test
  void overfitting_after_the_best_steps_does_not_count() {
    double[] rising = IntStream.range(0, 30).mapToDouble(i -> i < 10 ? .2 : .2 + .1 * i).toArray();
    assertThat(CurveScore.of(rising).mean()).isCloseTo(.2, within(1e-12));
    assertThat(CurveScore.of(rising).sd()).isCloseTo(0, within(1e-12));
  }

  @Test
  void few_validations_are_averaged_and_none_has_no_score() {
    assertThat(CurveScore.of(new double[] {1, 2, 3})).isEqualTo(new Spread(2, 1));
    assertThat(CurveScore.of(new double[0])).isEqualTo(CurveScore.NONE);
  }

  @Test
  void the_winner_is_one_of_the_last_rung() {
    TrialResult dropped = trial(0, 0, new double[] {.2, .2, .2, .2, .2});
    TrialResult finalist = trial(1, 1, new double[] {.3, .3, .3, .3, .3});
    assertThat(List.of(finalist, dropped)).isSortedAccordingTo(TrialResult.BEST_FIRST);
  }

  @Test
  void scores_within_both_deviations_are_near() {
    assertThat(new Spread(.3, .03).near(new Spread(.34, .03))).isTrue();
    assertThat(new Spread(.3, .03).near(new Spread(.35, .03))).isFalse();
  }
}
