// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Meters of the models, if the application has a Micrometer registry. */
@AutoConfiguration(
    before = OtdAutoConfiguration.class,
    afterName = {
      // Of Spring Boot 4 and of 3.
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration"
    })
@Conditional(ModelsConfigured.class)
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
public final class OtdMetricsAutoConfiguration {
  /** Created by Spring. */
  public OtdMetricsAutoConfiguration() {}

  @Bean
  PredictionMeters otdPredictionMeters(MeterRegistry registry) {
    return new MicrometerMeters(registry);
  }
}
