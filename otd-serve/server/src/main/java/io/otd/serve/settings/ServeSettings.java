// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.core.internal.settings.RecordTree;
import io.otd.core.internal.text.NumberText;
import io.otd.serve.internal.settings.BatchingSettings;
import io.otd.serve.internal.settings.ComputeSettings;
import io.otd.serve.internal.settings.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Everything that can be set of a server. The options of {@code otd serve}, its settings file and
 * the documentation follow from it.
 *
 * @param network where it listens
 * @param rest how the REST API answers
 * @param models which it serves
 * @param versions how they are found and loaded
 * @param compute what computes them
 * @param batching how requests are joined
 * @param limits what clients may use
 * @param shutdown how it stops
 * @param security how it is protected
 * @param watch logs, metrics and traces
 * @param drift how live rows are compared with training rows
 * @param adapt whether intervals follow the observed values
 */
public record ServeSettings(
    NetworkSettings network,
    AnswerSettings rest,
    ListedModelSettings models,
    VersionSettings versions,
    ComputeSettings compute,
    BatchingSettings batching,
    LimitSettings limits,
    StopSettings shutdown,
    ProtectionSettings security,
    WatchSettings watch,
    DriftSettings drift,
    AdaptSettings adapt) {
  /** The settings if nothing is given. */
  public static final ServeSettings DEFAULT =
      new ServeSettings(
          NetworkSettings.DEFAULT,
          AnswerSettings.DEFAULT,
          ListedModelSettings.DEFAULT,
          VersionSettings.DEFAULT,
          ComputeSettings.plain(Engine.TENSORFLOW),
          BatchingSettings.DEFAULT,
          LimitSettings.DEFAULT,
          StopSettings.DEFAULT,
          ProtectionSettings.DEFAULT,
          WatchSettings.DEFAULT,
          DriftSettings.DEFAULT,
          AdaptSettings.DEFAULT);

  private static final RecordTree<ServeSettings> TREE = RecordTree.of(ServeSettings.class);

  /**
   * The same with some settings replaced.
   *
   * @param values by path, e.g. {@code network.rest_port}, each of its setting's Java type
   * @throws IllegalArgumentException if there is no such setting, or if values contradict each
   *     other
   */
  public ServeSettings with(Map<String, ?> values) {
    return TREE.with(this, values);
  }

  /** The same with another section, in the place of the one of its class. */
  public ServeSettings with(Record section) {
    return TREE.with(this, section);
  }

  /** The same, joining requests with these parameters. */
  public ServeSettings joining(BatchingSettings newBatching) {
    return with(newBatching).with(Map.of("compute.batching", true));
  }

  /** What no setting alone can tell: each a message for the user. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    limits
        .maxPendingMb()
        .filter(pending -> pending < limits.maxRequestMb())
        .ifPresent(
            pending ->
                problems.add(
                    "--max-pending-mb: %s (expected: at least --max-request-mb, %s)"
                        .formatted(
                            NumberText.exact(pending), NumberText.exact(limits.maxRequestMb()))));
    if (compute.engine() == Engine.LIGHT && !compute.compile().isEmpty()) {
      problems.add("--compile: given with --engine light (expected: without it)");
    }
    if (security.tlsCertificate().isPresent() != security.tlsKey().isPresent()) {
      problems.add("--tls-certificate, --tls-key: only one given (expected: both)");
    } else if (security.tlsClientCa().isPresent() && security.tlsCertificate().isEmpty()) {
      problems.add("--tls-client-ca: given without --tls-certificate and --tls-key");
    }
    if (models.name().isPresent() && models.basePath().isEmpty()) {
      problems.add("--model_name: given without --model_base_path");
    }
    if (adapt.intervals() && watch.monitorPredictions() == 0) {
      problems.add("--adapt: given with --monitor-predictions 0 (expected: at least 1)");
    }
    problems.addAll(adapt.problems());
    if (watch.monitorBy().isPresent() && watch.monitorPredictions() == 0) {
      problems.add("--monitor-by: given with --monitor-predictions 0 (expected: at least 1)");
    }
    return problems;
  }
}
