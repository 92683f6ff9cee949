// SPDX-License-Identifier: Apache-2.0
package com.example.delivery;

import io.otd.predict.Interval;
import io.otd.serve.OtdPredictor;
import io.otd.predict.Prediction;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /delivery} with a parcel, answered by when it will be there. */
@RestController
class DeliveryController {
  private final OtdPredictor deliveryTimes;

  DeliveryController(OtdPredictor deliveryTimes) {
    this.deliveryTimes = deliveryTimes;
  }

  /** In minutes; {@code late}: probability of taking longer than was promised. */
  record Delivery(double mean, Interval interval, double late) {}

  @PostMapping("/delivery")
  CompletableFuture<Delivery> delivery(
      @RequestBody Map<String, Object> parcel, @RequestParam(defaultValue = "60") double promised) {
    return deliveryTimes.predictAsync(parcel).thenApply(minutes -> delivery(minutes, promised));
  }

  private static Delivery delivery(Prediction minutes, double promised) {
    return new Delivery(
        minutes.mean(), minutes.interval(0.9), 1 - minutes.probabilityBelow(promised));
  }

  /** The message names the column, and what was expected. */
  @ExceptionHandler(IllegalArgumentException.class)
  ProblemDetail wrong(IllegalArgumentException e) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, e.getMessage());
  }

  @ExceptionHandler(RejectedExecutionException.class)
  ProblemDetail busy(RejectedExecutionException e) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, e.getMessage());
  }
}
