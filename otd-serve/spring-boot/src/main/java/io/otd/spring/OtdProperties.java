// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties below {@code otd}.
 *
 * @param models Exported models, by the name of their bean.
 */
@ConfigurationProperties("otd")
public record OtdProperties(@DefaultValue Map<String, Model> models) {
  /** Prefix of the properties of the models. */
  static final String MODELS = "otd.models";

  /** Copies the map. */
  public OtdProperties {
    models = Map.copyOf(models);
  }

  /**
   * One model.
   *
   * @param path Directory of the versions, of one version, or with the engine light the file
   *     otd-light.bin; relative to the working directory.
   * @param engine Engine that computes: TensorFlow, or plain Java. By default TensorFlow if
   *     otd-predict is on the class path.
   * @param poll Interval between checks for another version; 0 for none. By default 5 s for a
   *     directory of versions.
   * @param batching How concurrent requests are joined into one run of the graph. Engine tensorflow
   *     only.
   * @param compiledRows Numbers of rows for which a version is compiled by XLA before it answers,
   *     each at least 1. Engine tensorflow only.
   */
  public record Model(
      @Nullable String path,
      @Nullable PredictorEngine engine,
      @Nullable Duration poll,
      @DefaultValue Batching batching,
      @DefaultValue List<Integer> compiledRows) {
    /** Copies the list. */
    public Model {
      compiledRows = List.copyOf(compiledRows);
    }
  }

  /**
   * How concurrent requests are joined.
   *
   * @param enabled Whether they are joined.
   * @param maxBatchSize Maximum rows of one run, at least 1.
   * @param timeout How long a batch that is not full waits for more requests once a thread is free.
   * @param maxEnqueued Batches that may wait for a thread, at least 1; further requests are
   *     rejected.
   * @param threads Threads that run batches, at least 1. By default as many as there are cores.
   */
  public record Batching(
      @DefaultValue("false") boolean enabled,
      @DefaultValue("1000") int maxBatchSize,
      @DefaultValue("0") Duration timeout,
      @DefaultValue("100") int maxEnqueued,
      @Nullable Integer threads) {}
}
