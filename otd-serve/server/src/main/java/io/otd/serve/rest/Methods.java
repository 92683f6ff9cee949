// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.otd.serve.json.reply.ReplyJson;

/**
 * The methods of HTTP that a path has besides its own: HEAD is GET without the body of the reply,
 * which the connection leaves out; OPTIONS lists them all.
 */
public final class Methods {
  private static final String GET = HttpMethod.GET.name();

  private Methods() {}

  /**
   * The methods of a path, as the header Allow has them.
   *
   * @param own GET or POST
   */
  static String allowed(String own) {
    return own.equals(GET) ? "GET, HEAD, OPTIONS" : own + ", OPTIONS";
  }

  /** The method that answers a request. */
  static String answering(HttpMethod method) {
    return method == HttpMethod.HEAD ? GET : method.name();
  }

  /** The text of a refusal. */
  static String refusal(String own) {
    return "Method not allowed (expected: %s)".formatted(own);
  }

  /** A decorator of services that know only GET. Those of the protocols know their methods. */
  public static HttpResponse serve(
      HttpService delegate, ServiceRequestContext ctx, HttpRequest request) throws Exception {
    if (ctx.config().service().as(RestService.class) != null) {
      return delegate.serve(ctx, request);
    }
    HttpResponse reply = reply(delegate, ctx, request);
    return UnreadBody.isOpen(request) ? UnreadBody.before(ctx, request, reply) : reply;
  }

  private static HttpResponse reply(
      HttpService delegate, ServiceRequestContext ctx, HttpRequest request) throws Exception {
    if (ctx.config().route().isFallback()) {
      return delegate.serve(ctx, request);
    }
    return switch (request.method()) {
      case GET -> delegate.serve(ctx, request);
      case HEAD ->
          delegate.serve(
              ctx,
              request.withHeaders(request.headers().toBuilder().method(HttpMethod.GET).build()));
      case OPTIONS ->
          HttpResponse.of(
              ResponseHeaders.of(HttpStatus.NO_CONTENT, HttpHeaderNames.ALLOW, allowed(GET)));
      default ->
          HttpResponse.of(
              ResponseHeaders.builder(HttpStatus.METHOD_NOT_ALLOWED)
                  .contentType(MediaType.JSON)
                  .set(HttpHeaderNames.ALLOW, allowed(GET))
                  .build(),
              HttpData.wrap(ReplyJson.error(refusal(GET))));
    };
  }
}
