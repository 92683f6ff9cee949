// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.linecorp.armeria.common.Flags;
import com.linecorp.armeria.common.util.EventLoopGroups;
import com.linecorp.armeria.common.util.ThreadFactories;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.kqueue.KQueueIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The event loop that accepts connections. It ends immediately on request: by default it would
 * first wait two seconds for tasks, although none will come.
 *
 * <p>Armeria asks the group that a loop says is its own, so that nothing around that group helps.
 */
final class AcceptingLoop extends MultiThreadIoEventLoopGroup {
  private static final long TIMEOUT_SECONDS = 15;

  private AcceptingLoop(String thread, IoHandlerFactory handler) {
    super(1, ThreadFactories.newEventLoopThreadFactory(thread, false), handler);
  }

  /**
   * A loop of one thread.
   *
   * @param thread its name
   */
  static EventLoopGroup of(String thread) {
    return switch (Flags.transportType()) {
      case NIO -> new AcceptingLoop(thread, NioIoHandler.newFactory());
      case EPOLL -> new AcceptingLoop(thread, EpollIoHandler.newFactory());
      case KQUEUE -> new AcceptingLoop(thread, KQueueIoHandler.newFactory());
      default -> EventLoopGroups.newEventLoopGroup(1, thread);
    };
  }

  @Override
  public Future<?> shutdownGracefully() {
    return shutdownGracefully(0, TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }
}
