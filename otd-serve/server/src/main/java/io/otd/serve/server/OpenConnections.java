// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import io.netty.channel.Channel;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The connections of a server, on all of its ports, and how they end when it stops: first each
 * reply over HTTP/1 is the last of its connection, then the ports close, and every connection ends
 * with the answer to its last request.
 *
 * @implNote Armeria's own graceful shutdown accepts new requests as long as it waits, and waits for
 *     a quiet period after the last.
 */
final class OpenConnections {
  /** For clients to receive that their requests are refused. */
  private static final Duration REFUSALS = Duration.ofSeconds(2);

  private final Set<WatchedConnection> open = ConcurrentHashMap.newKeySet();
  private final Set<Channel> ports = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile boolean leaving;
  private volatile boolean draining;

  /** A port opens. */
  void listen(Channel port) {
    ports.add(port);
  }

  /** A connection is open. */
  void add(WatchedConnection connection) {
    open.add(connection);
    if (draining) {
      connection.drain();
    }
  }

  /** A connection is closed, or nobody waits for an answer on it. */
  void remove(WatchedConnection connection) {
    if (open.remove(connection) && draining && open.isEmpty()) {
      ended.complete(null);
    }
  }

  /** Whether replies over HTTP/1 are the last of their connections. */
  boolean leaving() {
    return leaving;
  }

  /** Ends each connection over HTTP/1 with its next reply. The ports stay open. */
  void leave() {
    leaving = true;
  }

  /**
   * Closes the ports, and waits for the answers to the requests under way. What is left then is
   * refused.
   *
   * @param patience how long it waits, at most
   */
  void drain(Duration patience) {
    leaving = true;
    draining = true;
    ports.stream().filter(Channel::isOpen).forEach(port -> port.close().syncUninterruptibly());
    open.forEach(WatchedConnection::drain);
    if (open.isEmpty()) {
      ended.complete(null);
    }
    if (!awaitEnd(patience)) {
      ServingException late =
          new ServingException(StatusCode.UNAVAILABLE, "The server is shutting down");
      open.forEach(connection -> connection.refuse(late));
      boolean unused = awaitEnd(REFUSALS);
    }
  }

  /** Whether all connections end in time. */
  private boolean awaitEnd(Duration patience) {
    try {
      ended.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false; // The server closes those that are left.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
