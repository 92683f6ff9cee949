// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import io.otd.core.internal.settings.RecordTree;
import io.otd.serve.internal.settings.BatchingSettings;
import io.otd.serve.internal.settings.ComputeSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties below {@code otd}.
 *
 * @param models Exported models, by the name of their bean.
 */
@ConfigurationProperties("otd")
public record OtdProperties(@DefaultValue Map<String, Model> models) {
  /** Prefix of the properties of the models. */
  static final String MODELS = "otd.models";

  /** Values that a property says by an empty text. */
  private static final Set<Object> NOTHING = Set.of(Optional.empty(), List.of());

  /** Copies the map. */
  public OtdProperties {
    models = Map.copyOf(models);
  }

  /**
   * One model.
   *
   * @param path Directory of the versions, of one version, or with the engine light the file
   *     otd-light.bin; relative to the working directory.
   * @param poll Interval between checks for another version; 0 for none. By default 5 s for a
   *     directory of versions.
   * @param compute What computes it: as in the settings of the server.
   * @param batching How concurrent requests are joined: as in the settings of the server.
   */
  public record Model(
      @Nullable String path,
      @Nullable Duration poll,
      ComputeSettings compute,
      BatchingSettings batching) {}

  /**
   * The properties of a model that have a default, with it.
   *
   * @param model its name
   * @param compute what computes models if nothing is given
   */
  static Map<String, Object> defaults(String model, ComputeSettings compute) {
    Map<String, Object> defaults = new HashMap<>();
    Map.of("compute", compute, "batching", BatchingSettings.DEFAULT)
        .forEach(
            (name, section) ->
                RecordTree.section(section)
                    .forEach(
                        (setting, value) ->
                            prefixes(model)
                                .forEach(
                                    prefix ->
                                        defaults.put(
                                            "%s.%s.%s"
                                                .formatted(prefix, name, setting.replace('_', '-')),
                                            NOTHING.contains(value) ? "" : value))));
    return defaults;
  }

  /**
   * In brackets, a name is compared to the letter; without them, regardless of case and hyphens.
   */
  private static List<String> prefixes(String model) {
    String bracketed = "%s[%s]".formatted(MODELS, model);
    return model.matches("[\\w-]+") ? List.of(MODELS + "." + model, bracketed) : List.of(bracketed);
  }
}
