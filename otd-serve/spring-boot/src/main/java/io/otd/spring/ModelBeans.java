// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import io.otd.predict.Predictor;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Defines a bean for each model of the configuration, by its name. */
final class ModelBeans implements ImportBeanDefinitionRegistrar {
  /** The bean that opens them. */
  static final String MODELS = "otdModels";

  private final Environment environment;

  ModelBeans(Environment environment) {
    this.environment = environment;
  }

  @Override
  public void registerBeanDefinitions(
      AnnotationMetadata importing, BeanDefinitionRegistry registry) {
    for (String name : names(environment)) {
      registry.registerBeanDefinition(name, definition(name));
    }
  }

  /** Names of the models of the configuration. */
  static Set<String> names(Environment environment) {
    BindResult<Map<String, Object>> models =
        Binder.get(environment)
            .bind(OtdProperties.MODELS, Bindable.mapOf(String.class, Object.class));
    return models.isBound() ? models.get().keySet() : Set.of();
  }

  private static RootBeanDefinition definition(String name) {
    RootBeanDefinition definition = new RootBeanDefinition();
    definition.setTargetType(Predictor.class);
    definition.setFactoryBeanName(MODELS);
    definition.setFactoryMethodName("open");
    definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
    definition.setDestroyMethodName("close");
    return definition;
  }
}
