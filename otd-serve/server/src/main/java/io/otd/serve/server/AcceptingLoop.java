// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.linecorp.armeria.common.Flags;
import com.linecorp.armeria.common.util.EventLoopGroups;
import com.linecorp.armeria.common.util.ThreadFactories;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.kqueue.KQueueIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The event loop that accepts connections. It ends immediately on request: by default it would
 * first wait two seconds for tasks, although none will come.
 *
 * <p>Armeria uses the group that a loop names as its own, so a wrapper of the group does not help.
 */
final class AcceptingLoop extends MultiThreadIoEventLoopGroup {
  private static final long TIMEOUT_SECONDS = 15;

  private final Consumer<Channel> ports;

  private AcceptingLoop(String thread, IoHandlerFactory handler, Consumer<Channel> ports) {
    super(1, ThreadFactories.newEventLoopThreadFactory(thread, false), handler);
    this.ports = ports;
  }

  /**
   * A loop of one thread.
   *
   * @param ports receives the port on which it accepts
   */
  static EventLoopGroup of(String thread, Consumer<Channel> ports) {
    return switch (Flags.transportType()) {
      case NIO -> new AcceptingLoop(thread, NioIoHandler.newFactory(), ports);
      case EPOLL -> new AcceptingLoop(thread, EpollIoHandler.newFactory(), ports);
      case KQUEUE -> new AcceptingLoop(thread, KQueueIoHandler.newFactory(), ports);
      default -> EventLoopGroups.newEventLoopGroup(1, thread);
    };
  }

  @Override
  public ChannelFuture register(Channel port) {
    ports.accept(port);
    return super.register(port);
  }

  @Override
  public Future<?> shutdownGracefully() {
    return shutdownGracefully(0, TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }
}
