// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.linecorp.armeria.common.FilteredHttpRequest;
import com.linecorp.armeria.common.HttpObject;
import com.linecorp.armeria.common.HttpRequest;
import io.netty.channel.EventLoop;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A request whose client waits with the body until somebody reads it, if nobody refuses it. */
final class AwaitedBody extends FilteredHttpRequest {
  private final EventLoop loop;
  private final WithheldContinue waiting;
  private boolean refused;

  /**
   * A request whose head alone has come.
   *
   * @param loop of its connection
   * @param waiting asks the client for the body
   */
  AwaitedBody(HttpRequest request, EventLoop loop, WithheldContinue waiting) {
    super(request, true);
    this.loop = loop;
    this.waiting = waiting;
  }

  /** Refuses the body: reading it fails with this. */
  void refuse(Throwable why) {
    refused = true;
    abort(why);
  }

  @Override
  protected void beforeSubscribe(
      Subscriber<? super HttpObject> subscriber, Subscription subscription) {
    if (refused) {
      return;
    }
    if (loop.inEventLoop()) {
      waiting.send();
    } else {
      loop.execute(waiting::send);
    }
  }

  @Override
  protected HttpObject filter(HttpObject part) {
    return part;
  }
}
