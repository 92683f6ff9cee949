// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.AbstractHttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.otd.serve.telemetry.EndedRequest;
import java.util.function.BooleanSupplier;

/** Answers a condition: 200, or another status. */
final class HealthService extends AbstractHttpService {
  private final String member;
  private final BooleanSupplier healthy;
  private final HttpStatus otherwise;

  /**
   * Says it.
   *
   * @param member of the body, as JSON
   * @param healthy whether it holds
   * @param otherwise the status where it does not
   */
  HealthService(String member, BooleanSupplier healthy, HttpStatus otherwise) {
    this.member = member;
    this.healthy = healthy;
    this.otherwise = otherwise;
  }

  @Override
  protected HttpResponse doGet(ServiceRequestContext ctx, HttpRequest request) {
    ctx.logBuilder().name(EndedRequest.PROBE, EndedRequest.PROBE);
    boolean now = healthy.getAsBoolean();
    return HttpResponse.of(
        now ? HttpStatus.OK : otherwise, MediaType.JSON, "{\"%s\": %b}\n".formatted(member, now));
  }
}
