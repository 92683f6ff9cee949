// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * The health of the models, {@code otd} in the application's health. Disabled by {@code
 * management.health.otd.enabled=false}.
 */
@AutoConfiguration(after = OtdAutoConfiguration.class)
@Conditional(ModelsConfigured.class)
@ConditionalOnExpression(
    "${management.health.otd.enabled:${management.health.defaults.enabled:true}}")
public final class OtdHealthAutoConfiguration {
  private static final String OF_BOOT_4 =
      "org.springframework.boot.health.contributor.HealthIndicator";
  private static final String OF_BOOT_3 = "org.springframework.boot.actuate.health.HealthIndicator";

  /** Created by Spring. */
  public OtdHealthAutoConfiguration() {}

  /** With Spring Boot 4. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = OF_BOOT_4)
  static final class Boot4 {
    @Bean
    org.springframework.boot.health.contributor.HealthIndicator otdHealthIndicator(
        OtdModels models) {
      return () -> {
        ModelHealth health = ModelHealth.of(models);
        return (health.up()
                ? org.springframework.boot.health.contributor.Health.up()
                : org.springframework.boot.health.contributor.Health.down())
            .withDetails(health.details())
            .build();
      };
    }
  }

  /** With Spring Boot 3. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = OF_BOOT_3)
  @ConditionalOnMissingClass(OF_BOOT_4)
  static final class Boot3 {
    @Bean
    org.springframework.boot.actuate.health.HealthIndicator otdHealthIndicator(OtdModels models) {
      return () -> {
        ModelHealth health = ModelHealth.of(models);
        return (health.up()
                ? org.springframework.boot.actuate.health.Health.up()
                : org.springframework.boot.actuate.health.Health.down())
            .withDetails(health.details())
            .build();
      };
    }
  }
}
