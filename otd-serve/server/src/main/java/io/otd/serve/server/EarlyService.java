// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.linecorp.armeria.common.ExchangeType;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.RoutingContext;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.SimpleDecoratingHttpService;

/**
 * A service that receives a request when its headers have arrived. Otherwise, services that take
 * one message, and the decorators before them, are called only when all of it has arrived: a client
 * without permission could send as much as one with permission, and as slowly as it likes.
 */
final class EarlyService extends SimpleDecoratingHttpService {
  EarlyService(HttpService delegate) {
    super(delegate);
  }

  @Override
  public ExchangeType exchangeType(RoutingContext routing) {
    // A reply of one message is written at once, not headers, message and trailers separately.
    return super.exchangeType(routing).isResponseStreaming()
        ? ExchangeType.BIDI_STREAMING
        : ExchangeType.REQUEST_STREAMING;
  }

  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) throws Exception {
    return ((HttpService) unwrap()).serve(ctx, request);
  }
}
