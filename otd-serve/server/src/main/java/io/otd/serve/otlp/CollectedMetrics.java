// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.metrics.data.SummaryData;
import io.opentelemetry.sdk.metrics.data.SummaryPointData;
import io.opentelemetry.sdk.metrics.data.ValueAtQuantile;
import io.opentelemetry.sdk.metrics.export.MetricProducer;
import io.opentelemetry.sdk.resources.Resource;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Label;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The metrics of the server's page for Prometheus, with the names and labels that they have there,
 * except that the names of counters do not end in {@code _total}. Sums run from when the server
 * began.
 */
final class CollectedMetrics implements MetricProducer {
  private static final InstrumentationScopeInfo SCOPE =
      InstrumentationScopeInfo.create("io.otd.serve");

  private final Supplier<MetricSnapshots> metrics;
  private final InstantSource clock;
  private final long begun;

  /**
   * Reads metrics.
   *
   * @param metrics current values
   * @param clock for the times of the points
   */
  CollectedMetrics(Supplier<MetricSnapshots> metrics, InstantSource clock) {
    this.metrics = metrics;
    this.clock = clock;
    this.begun = now();
  }

  private long now() {
    Instant now = clock.instant();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  @Override
  public Collection<MetricData> produce(Resource resource) {
    long now = now();
    List<MetricData> produced = new ArrayList<>();
    for (MetricSnapshot snapshot : metrics.get()) {
      points(snapshot, now).ifPresent(points -> produced.add(metric(resource, snapshot, points)));
    }
    return produced;
  }

  private record Points(MetricDataType type, Data<?> data) {}

  private static MetricData metric(Resource resource, MetricSnapshot snapshot, Points points) {
    MetricMetadata metadata = snapshot.getMetadata();
    String help = metadata.getHelp();
    return new CollectedMetric(
        resource,
        SCOPE,
        metadata.getPrometheusName(),
        help == null ? "" : help,
        unit(metadata.getPrometheusName()),
        points.type(),
        points.data());
  }

  /** In UCUM; Prometheus puts it at the end of the name. */
  private static String unit(String name) {
    if (name.endsWith("_seconds")) {
      return "s";
    }
    return name.endsWith("_bytes") ? "By" : "";
  }

  /** Nothing for kinds that the server has none of. */
  private Optional<Points> points(MetricSnapshot snapshot, long now) {
    if (snapshot instanceof CounterSnapshot counter) {
      List<DoublePointData> points =
          counter.getDataPoints().stream().map(p -> point(p, p.getValue(), now)).toList();
      return Optional.of(
          new Points(
              MetricDataType.DOUBLE_SUM,
              SumData.createDoubleSumData(true, AggregationTemporality.CUMULATIVE, points)));
    }
    if (snapshot instanceof GaugeSnapshot gauge) {
      List<DoublePointData> points =
          gauge.getDataPoints().stream().map(p -> point(p, p.getValue(), now)).toList();
      return Optional.of(
          new Points(MetricDataType.DOUBLE_GAUGE, GaugeData.createDoubleGaugeData(points)));
    }
    if (snapshot instanceof HistogramSnapshot histogram) {
      List<HistogramPointData> points =
          histogram.getDataPoints().stream()
              .filter(HistogramSnapshot.HistogramDataPointSnapshot::hasClassicHistogramData)
              .map(p -> histogram(p, now))
              .toList();
      return Optional.of(
          new Points(
              MetricDataType.HISTOGRAM,
              HistogramData.create(AggregationTemporality.CUMULATIVE, points)));
    }
    if (snapshot instanceof SummarySnapshot summary) {
      List<SummaryPointData> points =
          summary.getDataPoints().stream().map(p -> summary(p, now)).toList();
      return Optional.of(new Points(MetricDataType.SUMMARY, SummaryData.create(points)));
    }
    return Optional.empty();
  }

  private DoublePointData point(DataPointSnapshot point, double value, long now) {
    return DoublePointData.create(begun, now, attributes(point), value, List.of());
  }

  private HistogramPointData histogram(
      HistogramSnapshot.HistogramDataPointSnapshot point, long now) {
    ClassicHistogramBuckets buckets = point.getClassicBuckets();
    List<Double> bounds = new ArrayList<>();
    List<Long> counts = new ArrayList<>();
    for (int i = 0; i < buckets.size(); i++) {
      if (buckets.getUpperBound(i) < Double.POSITIVE_INFINITY) {
        bounds.add(buckets.getUpperBound(i));
      }
      counts.add(buckets.getCount(i));
    }
    return HistogramPointData.create(
        begun, now, attributes(point), point.getSum(), false, 0, false, 0, bounds, counts);
  }

  private SummaryPointData summary(SummarySnapshot.SummaryDataPointSnapshot point, long now) {
    List<ValueAtQuantile> quantiles = new ArrayList<>();
    point
        .getQuantiles()
        .forEach(q -> quantiles.add(ValueAtQuantile.create(q.getQuantile(), q.getValue())));
    return SummaryPointData.create(
        begun, now, attributes(point), point.getCount(), point.getSum(), quantiles);
  }

  private static Attributes attributes(DataPointSnapshot point) {
    AttributesBuilder attributes = Attributes.builder();
    for (Label label : point.getLabels()) {
      attributes.put(label.getName(), label.getValue());
    }
    return attributes.build();
  }
}
