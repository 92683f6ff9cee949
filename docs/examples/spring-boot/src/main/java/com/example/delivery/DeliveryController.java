// SPDX-License-Identifier: Apache-2.0
package com.example.delivery;

import io.otd.predict.Interval;
import io.otd.predict.Prediction;
import io.otd.predict.Predictor;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /delivery} with a parcel returns its delivery time. */
@RestController
class DeliveryController {
  private final Predictor delivery;

  /** The bean {@code delivery} is the model {@code otd.models.delivery}. */
  DeliveryController(Predictor delivery) {
    this.delivery = delivery;
  }

  /** In minutes; {@code late}: probability of taking longer than was promised. */
  record Delivery(double mean, Interval interval, double late) {}

  @PostMapping("/delivery")
  Delivery delivery(
      @RequestBody Map<String, Object> parcel, @RequestParam(defaultValue = "60") double promised) {
    Prediction minutes = delivery.predict(parcel);
    return new Delivery(
        minutes.mean(), minutes.interval(0.9), 1 - minutes.probabilityBelow(promised));
  }

  /** The message names the column and the expected value. */
  @ExceptionHandler(IllegalArgumentException.class)
  ProblemDetail wrong(IllegalArgumentException e) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, e.getMessage());
  }

  /** With batching, if its queue is full. */
  @ExceptionHandler(RejectedExecutionException.class)
  ProblemDetail busy(RejectedExecutionException e) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, e.getMessage());
  }
}
