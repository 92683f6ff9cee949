// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether the configuration names a model. */
final class ModelsConfigured extends SpringBootCondition {
  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    ConditionMessage.Builder message = ConditionMessage.forCondition("OTD models");
    return !ModelBeans.names(context.getEnvironment()).isEmpty()
        ? ConditionOutcome.match(message.found("properties").items(OtdProperties.MODELS))
        : ConditionOutcome.noMatch(message.didNotFind("properties").items(OtdProperties.MODELS));
  }
}
