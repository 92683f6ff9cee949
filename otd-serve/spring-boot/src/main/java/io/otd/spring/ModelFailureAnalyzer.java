// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import java.nio.file.Path;
import java.util.Optional;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/** Reports at a failed start which property of a model is wrong, where it was set, and why. */
final class ModelFailureAnalyzer extends AbstractFailureAnalyzer<ModelOpeningException> {
  private final Environment environment;

  ModelFailureAnalyzer(Environment environment) {
    this.environment = environment;
  }

  @Override
  protected FailureAnalysis analyze(Throwable root, ModelOpeningException failure) {
    StringBuilder description = new StringBuilder(String.valueOf(failure.getMessage()));
    Throwable cause = failure.getCause();
    if (cause != null && !(cause instanceof IllegalArgumentException)) {
      String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
      description.append("%n%nThe reason: %s".formatted(reason));
    }
    origin(failure.property())
        .ifPresent(origin -> description.append("%n%nIt is set in %s.".formatted(origin)));
    return new FailureAnalysis(
        description.toString(),
        "Correct %s. Relative paths start at the working directory, %s."
            .formatted(failure.property(), Path.of("").toAbsolutePath()),
        failure);
  }

  private Optional<Origin> origin(String property) {
    if (!ConfigurationPropertyName.isValid(property)) {
      return Optional.empty();
    }
    ConfigurationPropertyName name = ConfigurationPropertyName.of(property);
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      Optional<Origin> origin =
          Optional.ofNullable(Origin.from(source.getConfigurationProperty(name)));
      if (origin.isPresent()) {
        return origin;
      }
    }
    return Optional.empty();
  }
}
