// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.AbstractHttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import java.util.function.BooleanSupplier;

/** Says whether something holds: 200, or 503. */
final class HealthService extends AbstractHttpService {
  private final BooleanSupplier healthy;

  HealthService(BooleanSupplier healthy) {
    this.healthy = healthy;
  }

  @Override
  protected HttpResponse doGet(ServiceRequestContext ctx, HttpRequest request) {
    boolean now = healthy.getAsBoolean();
    return HttpResponse.of(
        now ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE,
        MediaType.JSON,
        "{\"healthy\": %b}\n".formatted(now));
  }
}
