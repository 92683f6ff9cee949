// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.otlp;

import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.resources.Resource;

/** A metric in the form of the SDK, with all of its points. */
record CollectedMetric(
    Resource resource,
    InstrumentationScopeInfo scope,
    String name,
    String description,
    String unit,
    MetricDataType type,
    Data<?> data)
    implements MetricData {
  @Override
  public Resource getResource() {
    return resource;
  }

  @Override
  public InstrumentationScopeInfo getInstrumentationScopeInfo() {
    return scope;
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public String getDescription() {
    return description;
  }

  @Override
  public String getUnit() {
    return unit;
  }

  @Override
  public MetricDataType getType() {
    return type;
  }

  @Override
  public Data<?> getData() {
    return data;
  }
}
