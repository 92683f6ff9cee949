// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.model.Weights;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.table.problem.InputException;
import io.otd.train.internal.network.TrainingRows;
import io.otd.train.settings.Settings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The inputs that the networks of a component see: all of them, all but the pieces of numeric
 * columns, or a 1 instead of each; perhaps scaled. The networks are trained on what they see.
 * Afterwards they become networks of all inputs, so that the components of a model are alike.
 */
public final class SeenInputs {
  private final Settings settings;
  private final TableSchema schema;
  private final InputView view;

  /** What a component sees of a table, not scaled. */
  public SeenInputs(Settings settings, TableSchema schema) {
    this(settings, schema, Collections.nCopies(schema.width(), 1f));
  }

  /**
   * What a component sees of a table.
   *
   * @param scales of the inputs, {@code [width of the schema]}, each above 0
   */
  public SeenInputs(Settings settings, TableSchema schema, List<Float> scales) {
    this.settings = settings;
    this.schema = schema;
    this.view =
        new InputView(
            schema.width(),
            kept(settings.model().pieces(), schema),
            !settings.model().inputs(),
            scales);
  }

  private static List<Integer> kept(boolean pieces, TableSchema schema) {
    List<Integer> kept = new ArrayList<>();
    int from = 0;
    for (InputColumn column : schema.inputs()) {
      int unseen = pieces ? 0 : column.match(number -> number.pieces().size(), text -> 0);
      IntStream.range(from, from + column.width() - unseen).forEach(kept::add);
      from += column.width();
    }
    return kept;
  }

  /** Places of the inputs that are seen; none if a 1 is seen instead of each. */
  public List<Integer> places() {
    return view.constant() ? List.of() : view.kept();
  }

  /** The networks that are trained. */
  public ModelSpec trained() {
    return settings.modelSpec(view.kept().size(), schema.targets().size());
  }

  /** The networks of all inputs. */
  ModelSpec whole() {
    return settings.modelSpec(schema.width(), schema.targets().size());
  }

  /** The rows as the networks see them. */
  public TrainingRows of(TrainingRows rows) {
    return view.of(rows);
  }

  /**
   * Trained networks as they predict, of all inputs, before they are weighed and calibrated.
   *
   * @param snapshots of the members, at least one
   */
  public Component component(List<TrainingSnapshot> snapshots) {
    ModelSpec whole = whole();
    return new Component(
        settings.model().method().label(),
        whole,
        1,
        snapshots.stream()
            .map(s -> Member.of(new Weights(whole.parameters(), whole(s.best()))))
            .toList());
  }

  /**
   * The parameters of a network that is trained, of those of the network of all inputs.
   *
   * @param all parameters of a network that {@link #component} made, {@code [P]}
   * @throws InputException if it is a network of another size
   */
  public float[] trained(float[] all) {
    int expected = new ParameterVector(whole().parameters()).size();
    if (all.length != expected) {
      throw new InputException(
          "training.from: networks of %s with %s parameters (expected: %s, those of the settings; leave model.* and masks.* as they were)"
              .formatted(settings.model().method().label(), all.length, expected));
    }
    return view.unchanged() ? all : UnseenInputs.removed(whole(), view, trained(), all);
  }

  /**
   * The parameters of the network of all inputs.
   *
   * @param parameters of a trained one, {@code [P]}
   */
  float[] whole(float[] parameters) {
    return view.unchanged() ? parameters : UnseenInputs.added(trained(), view, whole(), parameters);
  }
}
