// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import io.otd.predict.Predictor;
import io.otd.serve.internal.settings.ComputeSettings;
import io.otd.serve.internal.settings.Engine;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/** Defines a bean for each model of the configuration, by its name. */
final class ModelBeans implements ImportBeanDefinitionRegistrar {
  /** The bean that opens them. */
  static final String MODELS = "otdModels";

  /** The class that is there with the engine in TensorFlow. */
  static final String TENSORFLOW_PREDICTOR = "io.otd.serve.OtdPredictor";

  /** Name of the source of the properties that are not given. */
  private static final String DEFAULTS = "otdDefaults";

  private final Environment environment;
  private final Engine engine;

  ModelBeans(Environment environment, @Nullable ClassLoader loader) {
    this.environment = environment;
    engine = ClassUtils.isPresent(TENSORFLOW_PREDICTOR, loader) ? Engine.TENSORFLOW : Engine.LIGHT;
  }

  @Override
  public void registerBeanDefinitions(
      AnnotationMetadata importing, BeanDefinitionRegistry registry) {
    Map<String, Object> defaults = new HashMap<>();
    for (String name : names(environment)) {
      registry.registerBeanDefinition(name, definition(name));
      defaults.putAll(OtdProperties.defaults(name, ComputeSettings.plain(engine)));
    }
    if (environment instanceof ConfigurableEnvironment changeable) {
      changeable.getPropertySources().addLast(new MapPropertySource(DEFAULTS, defaults));
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
