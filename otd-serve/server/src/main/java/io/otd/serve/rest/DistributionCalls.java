// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.MediaType;
import io.otd.core.internal.files.NpyPrologue;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.predict.InputCells;
import io.otd.predict.TableRows;
import io.otd.serve.RowPredictor;
import io.otd.serve.drift.LiveRows;
import io.otd.serve.drift.RangeCheck;
import io.otd.serve.inference.Inference;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.json.DistributionRequestJson;
import io.otd.serve.json.reply.DistributionReplyJson;
import io.otd.serve.json.reply.SchemaJson;
import io.otd.serve.registry.Lease;
import io.otd.serve.registry.ModelReference;
import io.otd.serve.settings.NonFinite;
import io.otd.serve.telemetry.RequestTrace;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * Answers requests that only models exported by otd support: predictive distributions of rows, and
 * the description of rows.
 */
record DistributionCalls(
    Inference inference, NonFinite nonFinite, PredictionIds ids, RestExtension extension) {
  /** The media type of requests and replies that contain only draws. */
  private static final MediaType NPY = MediaType.create("application", "x-npy");

  /** Default level of the interval for a model without calibrated ones. */
  private static final double USUAL_LEVEL = .9;

  /** The description of a model's rows. */
  RestReply schema(ModelReference model) {
    try (Lease lease = inference.lease(model)) {
      RequestTrace.note(lease, 0);
      ExportDescription description = predictor(lease).description();
      return RestReply.json(SchemaJson.write(lease.id(), description));
    }
  }

  /**
   * The laws of rows.
   *
   * @param accept the header Accept; empty if there is none
   */
  RestReply distribution(ModelReference model, byte[] body, String accept) {
    try (Lease lease = inference.lease(model)) {
      RowPredictor predictor = predictor(lease);
      DistributionRequestJson request = DistributionRequestJson.of(body);
      TableRows rows = predictor.rows();
      request.read(rows);
      inference.limits().requireRows(rows.size());
      RequestTrace.note(lease, ServingNames.SAMPLE, rows.size());
      try {
        return isBinary(accept)
            ? draws(lease, request, predictor, rows.cells())
            : laws(lease, request, predictor, rows);
      } catch (IllegalArgumentException e) {
        throw ServingException.invalid(e);
      }
    }
  }

  private static RowPredictor predictor(Lease lease) {
    return RowPredictor.of(lease.offers(), lease.runner());
  }

  private static boolean isBinary(String accept) {
    String types = accept.toLowerCase(Locale.ROOT);
    return types.contains("application/x-npy") || types.contains("application/octet-stream");
  }

  private RestReply laws(
      Lease lease, DistributionRequestJson request, RowPredictor predictor, TableRows rows) {
    ExportDescription description = predictor.description();
    List<String> targets = description.schema().targetNames();
    InputCells cells = rows.cells();
    List<Double> calibrated = description.conformal().alphas();
    double[] levels = request.levels().orElseGet(() -> usualLevels(calibrated));
    DistributionReplyJson.Query query =
        new DistributionReplyJson.Query(
            request.quantiles().orElseGet(() -> quantiles(description)),
            levels,
            request.thresholds(targets),
            samples(request, description, 0),
            request.parts(),
            request.adapts() ? extension.adapted(lease, description, cells) : Optional.empty());
    inference.requireReply(rows.size(), query.numbers());
    List<Boolean> conformal = Arrays.stream(levels).mapToObj(calibrated::contains).toList();
    String id = ids.next();
    DistributionReplyJson reply =
        new DistributionReplyJson(
            lease.id(),
            id,
            description.schema().targets(),
            query,
            conformal,
            rows.size(),
            nonFinite);
    List<RestExtension.Listener> listeners = listeners(id, lease, request, description, cells);
    OptionalLong seed = query.samples() == 0 ? OptionalLong.empty() : request.seed();
    predictor.predict(
        cells,
        seed,
        (prediction, draws) -> {
          reply.row(prediction, draws);
          listeners.forEach(listener -> listener.row(prediction));
        });
    listeners.forEach(RestExtension.Listener::end);
    outside(cells, rows.outside(), description, reply);
    return RestReply.json(reply.end());
  }

  /** Reports the rows that lie outside the training range, and those that are clipped. */
  private static void outside(
      InputCells cells,
      SortedMap<Integer, List<String>> clipped,
      ExportDescription description,
      DistributionReplyJson reply) {
    RangeCheck range = new RangeCheck(description);
    LiveRows rows = LiveRows.of(cells, 0);
    for (int row = 0; row < cells.rows(); row++) {
      List<String> outside = range.columns(rows, row);
      List<String> bounded = clipped.getOrDefault(row, List.of());
      if (!outside.isEmpty() || !bounded.isEmpty()) {
        reply.outside(row, outside, bounded);
      }
    }
  }

  /** Receive the rows; none if they are not to be remembered. */
  private List<RestExtension.Listener> listeners(
      String id,
      Lease lease,
      DistributionRequestJson request,
      ExportDescription description,
      InputCells cells) {
    return request.isRemembered() ? extension.listen(id, lease, description, cells) : List.of();
  }

  private static double[] usualLevels(List<Double> calibrated) {
    return calibrated.isEmpty()
        ? new double[] {USUAL_LEVEL}
        : calibrated.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double[] quantiles(ExportDescription description) {
    return description.levels().stream().mapToDouble(BigDecimal::doubleValue).toArray();
  }

  private static int samples(
      DistributionRequestJson request, ExportDescription description, int otherwise) {
    int samples = request.samples().orElse(otherwise);
    if (samples > description.bank().size()) {
      throw ServingException.invalid(
          "num_samples: %s (expected: at most %s, the draws of the model)"
              .formatted(samples, description.bank().size()));
    }
    return samples;
  }

  /** The draws alone, {@code [rows, draws, targets]}. */
  private RestReply draws(
      Lease lease, DistributionRequestJson request, RowPredictor predictor, InputCells cells) {
    ExportDescription description = predictor.description();
    int targets = description.targets().size();
    int samples = samples(request, description, description.bank().size());
    inference.requireReply(cells.rows(), (long) samples * targets);
    byte[] head = NpyPrologue.write("<f4", new int[] {cells.rows(), samples, targets});
    ByteBuffer npy =
        ByteBuffer.allocate(head.length + cells.rows() * samples * targets * Float.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(head);
    String id = ids.next();
    List<RestExtension.Listener> listeners = listeners(id, lease, request, description, cells);
    predictor.draw(
        cells,
        request.seed(),
        (prediction, draws) -> {
          float[][] all = new float[targets][];
          Arrays.setAll(all, draws);
          for (int k = 0; k < samples; k++) {
            for (int target = 0; target < targets; target++) {
              npy.putFloat(all[target][k]);
            }
          }
          listeners.forEach(listener -> listener.row(prediction));
        });
    listeners.forEach(RestExtension.Listener::end);
    return new RestReply(
        NPY,
        npy.array(),
        Map.of("otd-model-version", Long.toString(lease.id().version()), "otd-prediction-id", id));
  }
}
