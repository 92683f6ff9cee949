// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import io.otd.predict.Predictor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.util.ClassUtils;

/**
 * A bean of type {@link Predictor} for each model that is named below {@code otd.models}. It is
 * opened when the application starts, which fails if the model cannot be opened, and closed after
 * the beans that use it; closing waits for running predictions.
 */
@AutoConfiguration
@Conditional(ModelsConfigured.class)
@EnableConfigurationProperties(OtdProperties.class)
@Import(ModelBeans.class)
public final class OtdAutoConfiguration {
  /** Created by Spring. */
  public OtdAutoConfiguration() {}

  @Bean(ModelBeans.MODELS)
  OtdModels models(
      OtdProperties properties,
      ObjectProvider<PredictionMeters> meters,
      ApplicationContext context) {
    return new OtdModels(
        properties.models(),
        ClassUtils.isPresent(ModelBeans.TENSORFLOW_PREDICTOR, context.getClassLoader()),
        meters.getIfAvailable(() -> PredictionMeters.NONE));
  }
}
