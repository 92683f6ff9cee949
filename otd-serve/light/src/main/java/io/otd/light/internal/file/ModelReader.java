// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.file;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.calibration.RowGroup;
import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.BoundedTransform;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.DateForm;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.DatePart;
import io.otd.core.schema.IdentityTransform;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.Log1pTransform;
import io.otd.core.schema.LogTransform;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.QuantileTransform;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import io.otd.core.schema.TargetTransform;
import io.otd.core.schema.YeoJohnsonTransform;
import io.otd.light.internal.model.LightModel;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Reads what {@link ModelWriter} writes. The records check what the numbers may be. */
record ModelReader(BoundedBytes in) {
  /** Maximum length of a level's decimal: a longer one would only waste time. */
  private static final int LONGEST_LEVEL = 64;

  LightModel model() {
    TableSchema schema =
        new TableSchema(
            in.list("input columns", 1, this::input), in.list("targets", 1, this::target));
    in.of("");
    List<BigDecimal> levels = in.list("levels", 1, this::level);
    ConformalCalibration conformal = conformal();
    Map<String, Double> metrics = map("metrics", "name of a metric", () -> in.real("metric"));
    List<Integer> networks =
        in.list("networks of the draws", Integer.BYTES, () -> in.whole("network of a draw"));
    LightModel model =
        new LightModel(
            schema, levels, conformal, metrics, networks, new TapeReader(in).tape(schema.width()));
    in.end();
    return model;
  }

  private InputColumn input() {
    String name = in.text("name of an input column");
    in.of(name);
    return switch (in.choice("kind", 4)) {
      case 0 -> number(name);
      case 1 ->
          new BooleanInput(
              name, in.texts("no"), in.texts("yes"), in.real("mean"), in.real("scale"), missing());
      case 2 ->
          new CategoricalInput(
              name,
              in.texts("categories"),
              in.reals("shares"),
              in.flag("bucket"),
              in.flag("missing cells"));
      default ->
          new DateInput(
              name, variant("form", DateForm.class), in.list("parts", 1, this::part), missing());
    };
  }

  private NumericInput number(String name) {
    return new NumericInput(
        name,
        in.real("mean"),
        in.real("scale"),
        in.real("lower bound"),
        in.real("upper bound"),
        in.real("fill"),
        missing(),
        in.list("pieces", 4 * Double.BYTES, this::piece),
        in.text("unit"));
  }

  private NumericInput.Piece piece() {
    return new NumericInput.Piece(
        in.real("lower end"), in.real("upper end"), in.real("mean"), in.real("scale"));
  }

  private DateInput.Part part() {
    DatePart part = variant("part of a date", DatePart.class);
    return new DateInput.Part(part, number(in.text("name of a part")));
  }

  private <E extends Enum<E>> E variant(String name, Class<E> type) {
    String text = in.text(name);
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "%s: %s (expected: one of %s)"
            .formatted(name, text, Arrays.toString(type.getEnumConstants())));
  }

  private MissingRule missing() {
    return variant("rule for missing cells", MissingRule.class);
  }

  private TargetColumn target() {
    String name = in.text("name of a target");
    in.of(name);
    return new TargetColumn(
        name,
        transform(),
        in.real("mean"),
        in.real("scale"),
        in.real("lower bound"),
        in.real("upper bound"),
        support(),
        in.text("unit"));
  }

  private TargetSupport support() {
    return new TargetSupport(
        in.real("least value"),
        in.real("greatest value"),
        new TargetSupport.Lattice(in.whole("unit of the lattice"), in.whole("parts of a unit")));
  }

  private TargetTransform transform() {
    return switch (in.choice("transform", 6)) {
      case 0 -> new IdentityTransform();
      case 1 -> new LogTransform();
      case 2 -> new Log1pTransform();
      case 3 -> new YeoJohnsonTransform(in.real("lambda"), in.real("centre"), in.real("unit"));
      case 4 -> new QuantileTransform(in.reals("values"), in.reals("scores"));
      default -> new BoundedTransform(in.real("least"), in.real("greatest"), in.real("unit"));
    };
  }

  private BigDecimal level() {
    String text = in.text("a level");
    try {
      if (text.length() > LONGEST_LEVEL) {
        throw new NumberFormatException();
      }
      BigDecimal level = new BigDecimal(text);
      if (level.signum() > 0 && level.compareTo(BigDecimal.ONE) < 0) {
        return level;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new IllegalArgumentException("level: " + text + " (expected: a decimal in (0, 1))");
  }

  private ConformalCalibration conformal() {
    ConformalRule rule =
        switch (in.choice("conformal rule", 3)) {
          case 0 -> new ConformalRule.None();
          case 1 ->
              new ConformalRule.Normalized(
                  in.reals("floors of the standard deviation"), in.flag("joint intervals"));
          default -> new ConformalRule.Quantiles();
        };
    return new ConformalCalibration(
        rule,
        in.whole("calibration rows"),
        conformalLevels(),
        in.list(
            "conformal groups",
            1,
            () ->
                new ConformalCalibration.OfGroup(
                    group(), in.whole("calibration rows of a group"), conformalLevels())));
  }

  private RowGroup group() {
    return new RowGroup(
        map("categories of a group", "column of a group", () -> in.text("category")));
  }

  private List<ConformalLevel> conformalLevels() {
    return in.list(
        "conformal levels",
        1,
        () -> new ConformalLevel(in.real("conformal level"), in.reals("conformal offsets")));
  }

  private <T> Map<String, T> map(String name, String key, Supplier<T> value) {
    Map<String, T> values = new LinkedHashMap<>();
    for (int left = in.count(name, 1); left > 0; left--) {
      String of = in.text(key);
      values.put(of, value.get());
    }
    return values;
  }
}
