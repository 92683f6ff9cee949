// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.savedmodel;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.GroupColumns;
import io.otd.core.internal.files.StrictJson;
import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.internal.provenance.Provenance;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The contents of {@code assets.extra/otd.json}: the description of an exported model beyond its
 * signatures.
 *
 * @param format version of this record
 * @param inputs the input columns: those of numbers are the columns of {@link ServingNames#ROWS},
 *     in this order, those of texts the columns of {@link ServingNames#TEXTS}
 * @param targets the outputs in their order
 * @param levels of the quantiles, exact decimals in (0, 1), increasing
 * @param bank the latents that all rows share
 * @param spread factor of the spread calibration of the pooled draws
 * @param conformal intervals of {@link ServingNames#LOWER} and {@link ServingNames#UPPER}, possibly
 *     none
 * @param kinds of the networks: one, or several of a pool
 * @param seed of the training run
 * @param metrics of the training run, in the targets' units
 * @param provenance of the model
 * @param profile of its training rows
 */
public record ExportDescription(
    int format,
    List<Input> inputs,
    List<Target> targets,
    List<BigDecimal> levels,
    Bank bank,
    double spread,
    ConformalCalibration conformal,
    List<Kind> kinds,
    long seed,
    Map<String, Double> metrics,
    Provenance provenance,
    TrainingProfile profile) {
  /** The version written by this program. */
  public static final int FORMAT = 10;

  /** Keeps the orders; checks the sizes. */
  public ExportDescription {
    inputs = List.copyOf(inputs);
    targets = List.copyOf(targets);
    levels = List.copyOf(levels);
    kinds = List.copyOf(kinds);
    if (kinds.isEmpty()) {
      throw new IllegalArgumentException("kinds: none (expected: at least one)");
    }
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    int width = inputs.stream().mapToInt(input -> input.column().width()).sum();
    for (Kind kind : kinds) {
      ModelDescription model = kind.model();
      if (width != model.inputs() || targets.size() != model.outputs()) {
        throw new IllegalArgumentException(
            "columns: %s inputs, %s targets (expected: %s and %s, as the model has)"
                .formatted(width, targets.size(), model.inputs(), model.outputs()));
      }
    }
    conformal.requireOutputs(targets.size());
    profile.requireOf(schema(inputs, targets));
    conformal.columns(schema(inputs, targets));
  }

  /**
   * Reads it.
   *
   * @throws io.otd.core.internal.files.InvalidFileException if the file is missing or not as it
   *     should be, naming the place
   * @throws IOException if it cannot be read
   */
  public static ExportDescription read(Path file) throws IOException {
    return StrictJson.read(file, FORMAT, ExportDescription.class);
  }

  /**
   * Maximum number of rows of a call, so that its activations stay within some tens of megabytes.
   *
   * @return at least 1
   */
  public int rowsAtATime() {
    return kinds.stream()
        .mapToInt(kind -> kind.model().rowsAtATime(bank.size(), kind.memberSpreads().size()))
        .min()
        .orElseThrow();
  }

  /**
   * A kind of networks.
   *
   * @param name of the method of a pool's kind, e.g. {@code otd}
   * @param model the specification of each network
   * @param weight share of the draws; of all kinds 1
   * @param memberSpreads factor of the calibration of each member's own draws, before they are
   *     pooled; M of them, at least one: of the kind, draw k is of member {@code k mod M}
   */
  public record Kind(
      String name, ModelDescription model, double weight, List<Double> memberSpreads) {
    /** Checks that there are members. */
    public Kind {
      memberSpreads = List.copyOf(memberSpreads);
      if (memberSpreads.isEmpty()) {
        throw new IllegalArgumentException("member spreads: none (expected: one a member)");
      }
    }
  }

  /** All columns. */
  public TableSchema schema() {
    return schema(inputs, targets);
  }

  /** By which columns rows have conformal intervals of their group. */
  public GroupColumns groupColumns() {
    return conformal.columns(schema());
  }

  private static TableSchema schema(List<Input> inputs, List<Target> targets) {
    return new TableSchema(
        inputs.stream().map(Input::column).toList(), targets.stream().map(Target::column).toList());
  }

  /**
   * The input column of an identifier.
   *
   * @param identifier one of those of {@link #inputs}
   * @throws java.util.NoSuchElementException if there is none
   */
  public InputColumn column(String identifier) {
    return inputs.stream()
        .filter(input -> input.identifier().equals(identifier))
        .findFirst()
        .orElseThrow()
        .column();
  }

  /**
   * An input column.
   *
   * @param identifier its name as an input of {@link ServingNames#BY_NAME}
   * @param column its encoding, with its name in the table
   */
  public record Input(String identifier, InputColumn column) {}

  /**
   * A target.
   *
   * @param identifier a name of the same form
   * @param column its transform, with its name in the table
   */
  public record Target(String identifier, TargetColumn column) {}

  /**
   * The draws that all rows share: masks, and noise of the output law if it takes any.
   *
   * @param size S, at least 1
   * @param seed they were drawn with
   * @param networks the number of each draw's network, from 0, S of them
   */
  public record Bank(int size, long seed, List<Integer> networks) {
    /** Checks the sizes. */
    public Bank {
      networks = List.copyOf(networks);
      if (size < 1) {
        throw new IllegalArgumentException("mask bank: " + size + " draws (expected: >= 1)");
      }
      if (networks.size() != size || networks.stream().anyMatch(n -> n < 0 || n >= size)) {
        throw new IllegalArgumentException(
            "networks of the draws: %s (expected: %s, each from 0 and below this)"
                .formatted(networks, size));
      }
    }
  }
}
