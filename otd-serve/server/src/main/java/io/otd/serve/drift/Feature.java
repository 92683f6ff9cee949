// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.drift;

import io.otd.core.internal.profile.NumberProfile;
import io.otd.core.internal.profile.PredictionProfile;
import io.otd.core.internal.profile.TextKinds;
import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.ListedInput;
import io.otd.core.schema.TableSchema;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Something of each row that is compared: a column, a number of a date, a predicted mean or
 * standard deviation. A row lies in one of its bins.
 *
 * @param name of it
 * @param kind what it is of
 * @param bins of the training rows
 * @param place bin of a row; -1 if unknown
 */
record Feature(String name, Kind kind, TrainingBins bins, Place place) {
  /** Kinds of features. */
  enum Kind {
    /** An input. */
    INPUT,
    /** A predicted mean. */
    MEAN,
    /** A predicted standard deviation. */
    STD
  }

  /** The bin of a row. */
  @FunctionalInterface
  interface Place {
    /** The bin; -1 if it is not known. */
    int of(LiveRows rows, int row);
  }

  /** All features of a model, inputs first. */
  static List<Feature> all(TableSchema schema, TrainingProfile profile) {
    return new Reader(profile).features(schema);
  }

  /** Iterates over the columns. */
  private static final class Reader {
    private final TrainingProfile profile;
    private final Iterator<NumberProfile> numbers;
    private final List<Feature> features = new ArrayList<>();
    private int floats;
    private int words;
    private int listedColumns;

    Reader(TrainingProfile profile) {
      this.profile = profile;
      numbers = profile.numbers().iterator();
    }

    List<Feature> features(TableSchema schema) {
      for (InputColumn column : schema.inputs()) {
        Reader unused =
            column.match(number -> number(), text -> text.matchText(this::listed, this::date));
      }
      for (int target = 0; target < profile.predictions().size(); target++) {
        prediction(profile.predictions().get(target), target);
      }
      return features;
    }

    private Reader number() {
      TrainingBins bins = TrainingBins.of(numbers.next(), profile.rows());
      int column = floats++;
      features.add(
          new Feature(
              bins.name(), Kind.INPUT, bins, (rows, row) -> bins.of(rows.number(row, column))));
      return this;
    }

    private Reader listed(ListedInput column) {
      TextKinds kinds = new TextKinds(column);
      TrainingBins bins = TrainingBins.of(profile.texts().get(listedColumns++), profile.rows());
      int word = words++;
      features.add(
          new Feature(
              bins.name(),
              Kind.INPUT,
              bins,
              (rows, row) -> {
                String text = rows.text(row, word);
                return text.isBlank() ? bins.missing() : kinds.place(text);
              }));
      return this;
    }

    private Reader date(DateInput date) {
      int word = words++;
      for (DateInput.Part part : date.parts()) {
        TrainingBins bins = TrainingBins.of(numbers.next(), profile.rows());
        features.add(
            new Feature(
                bins.name(),
                Kind.INPUT,
                bins,
                (rows, row) ->
                    bins.of(
                        date.time(rows.text(row, word))
                            .map(time -> (float) part.part().of(time))
                            .orElse(Float.NaN))));
      }
      return this;
    }

    private void prediction(PredictionProfile prediction, int target) {
      TrainingBins mean = TrainingBins.of(prediction.mean(), profile.predictedRows());
      TrainingBins std = TrainingBins.of(prediction.std(), profile.predictedRows());
      features.add(
          new Feature(
              prediction.target(),
              Kind.MEAN,
              mean,
              (rows, row) -> known(mean, rows.mean(row, target))));
      features.add(
          new Feature(
              prediction.target(),
              Kind.STD,
              std,
              (rows, row) -> known(std, rows.std(row, target))));
    }

    private static int known(TrainingBins bins, float value) {
      return Float.isNaN(value) ? -1 : bins.of(value);
    }
  }
}
