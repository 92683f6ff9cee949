// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.predict.Prediction;
import io.otd.predict.Predictor;
import io.otd.serve.internal.settings.Engine;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.ConfigurableApplicationContext;

/** New versions, and shutdown, while requests run. */
@Timeout(300)
class ModelLifeTest {
  @TempDir Path base;

  @ParameterizedTest
  @EnumSource
  @Tag("long")
  void a_new_version_takes_over_while_requests_run(Engine engine) throws Exception {
    ExportedModel exported = new ExportedModel(base).publish(1);
    ExportedModel.context()
        .withPropertyValues(exported.price(engine))
        .run(
            context -> {
              Predictor price = context.getBean("price", Predictor.class);
              AtomicBoolean enough = new AtomicBoolean();
              CountDownLatch answered = new CountDownLatch(2);
              List<CompletableFuture<List<Long>>> askers = new ArrayList<>();
              for (int i = 0; i < 2; i++) {
                askers.add(CompletableFuture.supplyAsync(() -> versions(price, answered, enough)));
              }
              Prediction after;
              try {
                // The new version arrives while each thread sends requests, however late the thread
                // starts.
                assertThat(answered.await(1, TimeUnit.MINUTES)).isTrue();
                exported.publish(2);
                while (price.version().orElseThrow() != 2) {
                  Thread.sleep(5);
                }
                after = price.predict(ExportedModel.rows(1)).get(0);
              } finally {
                enough.set(true);
              }
              assertThat(after.version()).hasValue(2);
              for (CompletableFuture<List<Long>> asker : askers) {
                assertThat(asker.get()).isSorted().startsWith(1L);
              }
            });
  }

  /** The versions that answered, each with its number of draws. */
  private static List<Long> versions(
      Predictor price, CountDownLatch answered, AtomicBoolean enough) {
    List<Long> versions = new ArrayList<>();
    while (!enough.get()) {
      for (Prediction prediction : price.predict(ExportedModel.rows(2))) {
        long version = prediction.version().orElseThrow();
        assertThat(prediction.samples(0)).hasSize(ExportedModel.draws(version));
        versions.add(version);
      }
      if (versions.size() == 2) { // after its first request
        answered.countDown();
      }
    }
    return versions;
  }

  @ParameterizedTest
  @EnumSource
  void the_context_closes_after_in_flight_requests_finish(Engine engine) throws Exception {
    ExportedModel exported = new ExportedModel(base).publish(1);
    ExportedModel.context()
        .withPropertyValues(exported.price(engine))
        .run(
            context -> {
              Predictor price = context.getBean("price", Predictor.class);
              CountDownLatch began = new CountDownLatch(1);
              CountDownLatch goOn = new CountDownLatch(1);
              CompletableFuture<List<Prediction>> answer =
                  CompletableFuture.supplyAsync(
                      () -> price.predict(new SlowRows(ExportedModel.rows(2), began, goOn)));
              began.await();
              Thread closing =
                  new Thread(((ConfigurableApplicationContext) context)::close, "closing");
              closing.start();
              while (closing.getState() != Thread.State.WAITING) {
                Thread.sleep(1);
              }
              assertThat(answer).isNotDone();
              goOn.countDown();
              assertThat(answer.get()).hasSize(2);
              closing.join();
              assertThatThrownBy(() -> price.predict(ExportedModel.rows(1)))
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageEndingWith(": closed");
            });
  }

  /** Rows that are not ready when the predictor begins to read them. */
  private static final class SlowRows extends AbstractList<Map<String, Object>> {
    private final List<Map<String, Object>> rows;
    private final CountDownLatch began;
    private final CountDownLatch goOn;

    SlowRows(List<Map<String, Object>> rows, CountDownLatch began, CountDownLatch goOn) {
      this.rows = rows;
      this.began = began;
      this.goOn = goOn;
    }

    @Override
    public Map<String, Object> get(int index) {
      began.countDown();
      try {
        goOn.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return rows.get(index);
    }

    @Override
    public int size() {
      return rows.size();
    }
  }
}
