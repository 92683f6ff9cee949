// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Meters of the models, where the application has a registry of Micrometer. */
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
  /** Made by Spring. */
  public OtdMetricsAutoConfiguration() {}

  @Bean
  PredictionMeters otdPredictionMeters(MeterRegistry registry) {
    return new MicrometerMeters(registry);
  }
}
