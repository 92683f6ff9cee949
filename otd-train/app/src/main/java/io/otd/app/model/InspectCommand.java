// SPDX-License-Identifier: Apache-2.0
package io.otd.app.model;

import io.otd.app.command.Answer;
import io.otd.app.command.Console;
import io.otd.app.command.OtdCommand;
import io.otd.app.output.FactsText;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.schema.TableSchema;
import io.otd.train.internal.result.JsonText;
import io.otd.train.internal.run.ModelProvenance;
import io.otd.train.settings.SettingsJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Describes a model. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    description = "Describe a trained model or a SavedModel: columns, scores, origin.",
    footerHeading = "%nExample:%n",
    footer = "  otd inspect runs/table-0")
public final class InspectCommand extends OtdCommand {
  private static final String METRICS = "metrics";
  private static final String SETTINGS = "settings";
  private static final String WEIGHT = ".weight";

  @Parameters(paramLabel = "DIR", description = "Directory of a trained model or of a SavedModel.")
  private Path directory = Path.of("");

  @Option(names = "--verbose", description = "Show networks, all metrics and settings, too.")
  private boolean verbose;

  InspectCommand(Console console) {
    super(console);
  }

  @Override
  public Answer run() throws IOException {
    ModelOpener.requireDirectory(directory);
    Map<String, Object> facts =
        ModelDirectory.isModel(directory)
            ? trained()
            : exported(ModelOpener.description(directory));
    FactsText.lines(verbose ? facts : BriefFacts.of(facts, pool(facts))).forEach(this::say);
    return Answer.ok(facts);
  }

  /** Names of the components of a pool. */
  private static List<String> pool(Map<String, Object> facts) {
    return facts.keySet().stream()
        .filter(name -> name.endsWith(WEIGHT))
        .map(name -> name.substring(0, name.length() - WEIGHT.length()))
        .filter(name -> facts.containsKey(name + ".network"))
        .toList();
  }

  private Map<String, Object> trained() throws IOException {
    TrainedModel model = ModelOpener.trained(directory);
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("kind", model.metrics().isEmpty() ? "unfinished training run" : "trained model");
    facts.put("inputs", inputs(model.schema()));
    facts.put("targets", targets(model.schema()));
    facts.put("spread", model.spread().factor());
    if (model.spread().power() != 0) {
      facts.put("spread_power", model.spread().power());
    }
    model
        .spread()
        .groups()
        .forEach(of -> facts.put("spread of " + of.group().label(), of.factor()));
    facts.put("seed", model.seed());
    for (Component component : model.components()) {
      List<Double> spreads = component.members().stream().map(m -> m.spread().factor()).toList();
      describe(
          facts,
          prefix(model.components().size(), component.name()),
          component.spec(),
          component.weight(),
          spreads);
    }
    describe(facts, model.calibration().conformal());
    facts.put(METRICS, model.metrics());
    facts.put("provenance", ModelProvenance.json(model.provenance()));
    facts.put(SETTINGS, SettingsJson.of(model.provenance().settings()));
    return facts;
  }

  private Map<String, Object> exported(ExportDescription d) throws InvalidFileException {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("kind", "SavedModel");
    facts.put("inputs", inputs(d.schema()));
    facts.put("targets", targets(d.schema()));
    facts.put("bank", d.bank().size());
    facts.put("quantiles", d.levels());
    facts.put("spread", d.spread());
    facts.put("seed", d.seed());
    for (ExportDescription.Kind kind : d.kinds()) {
      String prefix = prefix(d.kinds().size(), kind.name());
      describe(facts, prefix, specification(kind), kind.weight(), kind.memberSpreads());
    }
    describe(facts, d.conformal());
    facts.put(METRICS, d.metrics());
    facts.put("provenance", ModelProvenance.json(d.provenance()));
    facts.put(SETTINGS, SettingsJson.of(d.provenance().settings()));
    return facts;
  }

  /** Information on a component of a pool is listed below its name. */
  private static String prefix(int components, String component) {
    return components == 1 ? "" : component + ".";
  }

  private ModelSpec specification(ExportDescription.Kind kind) throws InvalidFileException {
    try {
      return kind.model().as(ModelSpec.class);
    } catch (IllegalArgumentException e) {
      throw new InvalidFileException(directory, "model: " + e.getMessage(), e);
    }
  }

  private static void describe(
      Map<String, Object> facts,
      String prefix,
      ModelSpec spec,
      double weight,
      List<Double> memberSpreads) {
    if (!prefix.isEmpty()) {
      facts.put(prefix + "weight", weight);
    }
    Map<?, ?> parts = (Map<?, ?>) words(JsonText.tree(spec));
    List.of("network", "masks", "law")
        .forEach(part -> facts.put(prefix + part, Objects.requireNonNull(parts.get(part))));
    facts.put(prefix + "parameters", spec.parameters().stream().mapToLong(Parameter::size).sum());
    facts.put(prefix + "members", memberSpreads.size());
    if (memberSpreads.size() > 1) {
      facts.put(prefix + "member_spreads", memberSpreads);
    }
  }

  /** Constants as in the settings, in lower case. */
  private static Object words(Object tree) {
    if (tree instanceof Map<?, ?> map) {
      Map<Object, Object> result = new LinkedHashMap<>();
      map.forEach((name, value) -> result.put(name, words(value)));
      return result;
    }
    return tree instanceof String text ? text.toLowerCase(Locale.ROOT) : tree;
  }

  private static void describe(Map<String, Object> facts, ConformalCalibration conformal) {
    if (!conformal.absent()) {
      facts.put("conformal", conformal.levels().stream().map(JsonText::tree).toList());
      if (conformal.rule().joint()) {
        facts.put("conformal_joint", true);
      }
      conformal
          .groups()
          .forEach(
              of ->
                  facts.put(
                      "conformal of " + of.group().label(),
                      of.levels().stream().map(JsonText::tree).toList()));
    }
  }

  private static List<Map<String, Object>> inputs(TableSchema schema) {
    return schema.inputs().stream().map(c -> column(c.name(), c.kind(), c.description())).toList();
  }

  private static List<Map<String, Object>> targets(TableSchema schema) {
    return schema.targets().stream().map(c -> column(c.name(), "target", c.description())).toList();
  }

  private static Map<String, Object> column(String name, String kind, String encoding) {
    Map<String, Object> column = new LinkedHashMap<>();
    column.put("name", name);
    column.put("kind", kind);
    column.put("encoding", encoding);
    return column;
  }
}
