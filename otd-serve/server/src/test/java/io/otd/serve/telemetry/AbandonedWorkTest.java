// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.telemetry.AbandonedWork.Kind;
import io.otd.serve.telemetry.AbandonedWork.Work;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AbandonedWorkTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final AtomicLong nanos = new AtomicLong(1_000);
  private final AbandonedWork work = new AbandonedWork(2, PATIENCE, nanos::get);
  private final AtomicBoolean gone = new AtomicBoolean();
  private final Caller caller =
      () ->
          gone.get()
              ? Optional.of(new ServingException(StatusCode.CANCELLED, "gone"))
              : Optional.empty();

  private Work run(Caller by) {
    return work.begin(Kind.RUN, new VersionId("m", 1), "serving_default", by);
  }

  private void lookAfter(Duration time) {
    nanos.addAndGet(time.toNanos());
    work.look();
  }

  private Map<String, Double> counts() {
    return work.collect().stream()
        .flatMap(metric -> ((GaugeSnapshot) metric).getDataPoints().stream())
        .collect(
            Collectors.toMap(
                point -> point.getLabels().get("model") + " " + point.getLabels().get("kind"),
                GaugeSnapshot.GaugeDataPointSnapshot::getValue));
  }

  @Test
  void only_work_that_nobody_waits_for_is_counted_until_it_ends() {
    Work first = run(caller);
    Work second = run(caller);
    Work load = work.begin(Kind.LOAD, new VersionId("m", 2), "", caller);
    Work wanted = run(Caller.PATIENT);
    assertThat(counts()).isEmpty();
    gone.set(true);
    assertThat(counts()).isEqualTo(Map.of("m run", 2.0, "m load", 1.0));
    first.close();
    load.close();
    assertThat(counts()).isEqualTo(Map.of("m run", 1.0));
    second.close();
    wanted.close();
    assertThat(counts()).isEmpty();
  }

  @Test
  void no_thread_is_left_once_all_have_been_abandoned_for_long() {
    Work first = run(caller);
    Work second = run(caller);
    lookAfter(PATIENCE);
    assertThat(work.leavesThreads()).as("clients wait").isTrue();
    gone.set(true);
    lookAfter(Duration.ZERO);
    lookAfter(PATIENCE.minusNanos(1));
    assertThat(work.leavesThreads()).as("not for long").isTrue();
    lookAfter(Duration.ofNanos(1));
    assertThat(work.leavesThreads()).isFalse();
    first.close();
    lookAfter(Duration.ZERO);
    assertThat(work.leavesThreads()).as("one has ended").isTrue();
    second.close();
  }

  @Test
  void a_load_occupies_no_thread_of_requests() {
    Work one = run(caller);
    Work load = work.begin(Kind.LOAD, new VersionId("m", 2), "", caller);
    gone.set(true);
    lookAfter(Duration.ZERO);
    lookAfter(PATIENCE);
    assertThat(work.leavesThreads()).isTrue();
    one.close();
    load.close();
  }
}
