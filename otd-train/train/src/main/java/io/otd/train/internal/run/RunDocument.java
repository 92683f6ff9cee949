// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.run;

import io.otd.core.internal.coverage.CoverageBySize;
import io.otd.train.internal.report.SplitSizes;
import io.otd.train.internal.result.JsonText;
import io.otd.train.internal.result.LeftOut;
import io.otd.train.internal.result.ValidationEstimate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run as in {@code result.json}: the components by their names, without those that are null.
 *
 * @param status how it ended
 * @param stoppedEarly whether validation ended it before its last step
 * @param directory of the run
 * @param report the file; null without test rows
 * @param targets names
 * @param rows of each part
 * @param method its name
 * @param steps of all networks together
 * @param bestStep of a lone network
 * @param members of several networks
 * @param validationScore standardised; null without validation rows
 * @param validation in the target's units; null without validation rows
 * @param leftOut null unless the time was bounded
 * @param spreadFactor of the whole model
 * @param kinds of a pool
 * @param test scores of the test rows by name, and the four that follow like {@link
 *     io.otd.train.internal.result.PredictionScores.Parts}
 * @param testUncalibrated the same before any calibration, and the four that follow
 * @param testRowsSha256 of the file of test rows
 * @param provenance of the model
 * @param settings of the run
 */
record RunDocument(
    String status,
    boolean stoppedEarly,
    String directory,
    @Nullable String report,
    List<String> targets,
    SplitSizes rows,
    String method,
    long steps,
    @Nullable Long bestStep,
    @Nullable List<Member> members,
    @Nullable Double validationScore,
    @Nullable ValidationEstimate validation,
    @Nullable LeftOut leftOut,
    double spreadFactor,
    @Nullable List<Kind> kinds,
    @Nullable Map<String, Double> test,
    @Nullable Map<String, Map<String, Double>> testByTarget,
    @Nullable Map<String, Double> testConformal,
    @Nullable List<String> testNotes,
    @Nullable Map<String, CoverageBySize.Shown> testCoverageByFifths,
    @Nullable Map<String, Double> testUncalibrated,
    @Nullable Map<String, Map<String, Double>> testUncalibratedByTarget,
    @Nullable Map<String, Double> testUncalibratedConformal,
    @Nullable List<String> testUncalibratedNotes,
    @Nullable Map<String, CoverageBySize.Shown> testUncalibratedCoverageByFifths,
    @Nullable String testRowsSha256,
    Map<String, Object> provenance,
    Map<String, @Nullable Object> settings) {
  /**
   * One of several networks.
   *
   * @param spreadFactor null in a pool, whose kinds have them
   */
  record Member(long steps, long bestStep, double validationScore, @Nullable Double spreadFactor) {}

  /** One kind of a pool, with a factor for each of its networks. */
  record Kind(String method, double weight, List<Double> spreadFactors) {}

  Map<String, Object> json() {
    return JsonText.tree(this);
  }
}
