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
 * A service that is told of a request when its head is there. Otherwise those that take one message
 * are told when all of it is, and what stands before them as well: who may not ask could send as
 * much as who may, and as slowly as he likes.
 */
final class EarlyService extends SimpleDecoratingHttpService {
  EarlyService(HttpService delegate) {
    super(delegate);
  }

  @Override
  public ExchangeType exchangeType(RoutingContext routing) {
    // A reply of one message is written at once, not head, message and trailers each by itself.
    return super.exchangeType(routing).isResponseStreaming()
        ? ExchangeType.BIDI_STREAMING
        : ExchangeType.REQUEST_STREAMING;
  }

  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) throws Exception {
    return ((HttpService) unwrap()).serve(ctx, request);
  }
}
