// SPDX-License-Identifier: Apache-2.0
package com.example.delivery;

import io.otd.serve.OtdPredictor;
import io.otd.serve.PredictorOptions;
import io.otd.serve.internal.batching.BatchingSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A service that says how long a delivery will take. */
@SpringBootApplication
public class DeliveryApplication {
  public static void main(String[] args) {
    SpringApplication.run(DeliveryApplication.class, args);
  }

  /**
   * The highest version in a directory; a new one takes over while the service runs. Rows of
   * concurrent requests are joined into one run of the model. Spring closes it at the end.
   */
  @Bean
  OtdPredictor deliveryTimes(
      @Value("${delivery.model}") Path directory, @Value("${delivery.poll}") Duration poll)
      throws IOException {
    return OtdPredictor.open(
        directory, PredictorOptions.DEFAULT.polling(poll).batching(BatchingSettings.DEFAULT));
  }
}
