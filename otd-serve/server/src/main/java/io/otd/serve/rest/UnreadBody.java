// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.util.AttributeKey;

/** The body of a request whose reply does not depend on it. */
public final class UnreadBody {
  /** Set for a request whose client sends the body only when it is asked for. */
  private static final AttributeKey<Boolean> AWAITED =
      AttributeKey.valueOf(UnreadBody.class, "AWAITED");

  private UnreadBody() {}

  /** The client of a request waits with the body until somebody reads it. */
  public static void await(ServiceRequestContext ctx) {
    ctx.setAttr(AWAITED, true);
  }

  /**
   * A reply that follows the body, which is dropped: a body that is broken would otherwise cut off
   * the reply. A client that waits with the body gets the reply instead.
   */
  static HttpResponse before(ServiceRequestContext ctx, HttpRequest request, HttpResponse reply) {
    return ctx.hasAttr(AWAITED)
        ? reply
        : HttpResponse.of(request.subscribe().handle((end, failure) -> reply));
  }

  /** Whether the end of the body shows only when it is read. */
  static boolean isOpen(HttpRequest request) {
    return !request.isEmpty() && !request.headers().contains(HttpHeaderNames.CONTENT_LENGTH);
  }
}
