// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.file;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.calibration.IsotonicCalibration;
import io.otd.core.internal.calibration.IsotonicCurve;
import io.otd.core.internal.calibration.SpreadCalibration;
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
import io.otd.light.internal.model.ArrayShape;
import io.otd.light.internal.model.FlowShape;
import io.otd.light.internal.model.ForestShape;
import io.otd.light.internal.model.LatentLaw;
import io.otd.light.internal.model.LawOfOutputs;
import io.otd.light.internal.model.LayeredShape;
import io.otd.light.internal.model.LightKind;
import io.otd.light.internal.model.LightMember;
import io.otd.light.internal.model.LightModel;
import io.otd.light.internal.model.NetworkShape;
import io.otd.light.internal.model.UnitFunction;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads what {@link ModelWriter} writes. The records check what the numbers may be. */
final class ModelReader {
  /** Maximum length of a level's decimal: a longer one would only waste time. */
  private static final int LONGEST_LEVEL = 64;

  private final BoundedBytes in;

  ModelReader(BoundedBytes in) {
    this.in = in;
  }

  LightModel model() {
    TableSchema schema =
        new TableSchema(
            in.list("input columns", 1, this::input), in.list("targets", 1, this::target));
    in.of("");
    List<BigDecimal> levels = in.list("levels", 1, this::level);
    Calibration calibration = calibration();
    Map<String, Double> metrics = metrics();
    int outputs = schema.targets().size();
    LightModel model =
        new LightModel(
            schema,
            levels,
            calibration,
            metrics,
            in.list("kinds", 1, () -> kind(outputs)),
            in.wholes("rounds"));
    in.end();
    return model;
  }

  private LightKind kind(int outputs) {
    NetworkShape network = network();
    LatentLaw latents = latents();
    LawOfOutputs law = law();
    int draws = in.whole("draws");
    List<ArrayShape> shapes = LightKind.shapes(network, latents, law.width(outputs));
    List<LightMember> members = in.list("members", 1, () -> member(shapes));
    long passes = members.isEmpty() ? 0 : LightKind.passes(law, latents, draws / members.size());
    return new LightKind(
        outputs,
        network,
        latents,
        law,
        draws,
        members,
        in.floats(
            "latent bank",
            Math.multiplyExact(passes * members.size(), (long) network.latentWidth())),
        in.floats("noise bank", Math.multiplyExact((long) draws, (long) law.noise(outputs))));
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
        in.list("pieces", 4 * Double.BYTES, this::piece));
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
        support());
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

  private Calibration calibration() {
    return new Calibration(
        new SpreadCalibration(in.real("spread")),
        new IsotonicCalibration(
            in.list(
                "isotonic curves",
                1,
                () -> new IsotonicCurve(in.reals("predicted"), in.reals("observed")))),
        conformal());
  }

  private ConformalCalibration conformal() {
    ConformalRule rule =
        switch (in.choice("conformal rule", 3)) {
          case 0 -> new ConformalRule.None();
          case 1 -> new ConformalRule.Normalized(in.reals("floors of the standard deviation"));
          default -> new ConformalRule.Quantiles();
        };
    return new ConformalCalibration(
        rule,
        in.whole("calibration rows"),
        in.list(
            "conformal levels",
            1,
            () -> new ConformalLevel(in.real("conformal level"), in.reals("conformal offsets"))));
  }

  private Map<String, Double> metrics() {
    Map<String, Double> metrics = new LinkedHashMap<>();
    List<String> unused =
        in.list(
            "metrics",
            1,
            () -> {
              String name = in.text("name of a metric");
              metrics.put(name, in.real("metric"));
              return name;
            });
    return metrics;
  }

  private NetworkShape network() {
    return in.choice("type of the network", 2) == 0 ? layers() : forest();
  }

  private ForestShape forest() {
    return new ForestShape(
        in.whole("inputs of the forest"),
        in.whole("trees"),
        in.whole("nodes of a tree"),
        in.whole("depth"),
        in.whole("training rows of the forest"));
  }

  private LayeredShape layers() {
    return new LayeredShape(
        in.whole("inputs of the network"),
        in.whole("width of the code"),
        in.wholes("hidden layers"),
        function(),
        in.flag("scaled masks"),
        in.flag("residual blocks"),
        in.flag("linear path"));
  }

  private UnitFunction function() {
    return variant("activation", UnitFunction.class);
  }

  private LatentLaw latents() {
    return switch (in.choice("law of the latents", 6)) {
      case 0 -> new LatentLaw.Fixed();
      case 1 -> new LatentLaw.Bernoulli(in.real("dropout rate"));
      case 2 -> new LatentLaw.Concrete(in.real("dropout rate"), in.real("temperature"));
      case 3 -> transported();
      case 4 ->
          new LatentLaw.Lifted(
              in.whole("width of the code"),
              transported(),
              in.wholes("hidden layers of the lift"),
              function());
      default -> new LatentLaw.Uniform();
    };
  }

  private LatentLaw.Transported transported() {
    return new LatentLaw.Transported(
        in.real("keep probability"),
        in.real("temperature"),
        new FlowShape(
            in.wholes("hidden layers of the velocity"),
            function(),
            in.flag("solver of the flow"),
            in.whole("flow steps")));
  }

  private LawOfOutputs law() {
    return switch (in.choice("law of the outputs", 3)) {
      case 0 -> new LawOfOutputs.Direct();
      case 1 -> new LawOfOutputs.Gaussian();
      default -> new LawOfOutputs.Mixture(in.whole("mixture components"));
    };
  }

  private LightMember member(List<ArrayShape> shapes) {
    double spread = in.real("spread of a member");
    List<float[]> arrays = new ArrayList<>();
    for (ArrayShape shape : shapes) {
      arrays.add(in.floats(shape.name(), shape.size()));
    }
    return new LightMember(spread, arrays);
  }
}
