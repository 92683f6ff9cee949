// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import io.otd.serve.inference.RequestLimits;
import java.time.Duration;

/**
 * Limits on what clients may use of a server.
 *
 * @param requestBytes of one request, unpacked, and of its tensors together, at least 1
 * @param pendingBytes of all requests together that are not answered yet, as they were sent, at
 *     least {@code requestBytes}
 * @param connections that may be open at a time, on each port, at least 1
 * @param transfer time limit for receiving a request after its headers, and again for the client to
 *     read its answer; a second more for each MiB
 * @param idle how long a connection may be open without a request that has begun, bytes of its head
 *     or none
 * @param request limits of the rows and the reply of a request
 */
public record ClientLimits(
    int requestBytes,
    long pendingBytes,
    int connections,
    Duration transfer,
    Duration idle,
    RequestLimits request) {
  /** Requests of 256 MiB; of all together a quarter of the heap, or one such request. */
  public static final ClientLimits DEFAULT =
      new ClientLimits(
          256 << 20,
          quarterOfHeap(256 << 20),
          10_000,
          Duration.ofSeconds(60),
          Duration.ofSeconds(75),
          RequestLimits.DEFAULT);

  /** Checks the ranges. */
  public ClientLimits {
    if (requestBytes < 1 || connections < 1) {
      throw new IllegalArgumentException(
          "request bytes %s, connections %s (expected: each >= 1)"
              .formatted(requestBytes, connections));
    }
    if (pendingBytes < requestBytes) {
      throw new IllegalArgumentException(
          "pending bytes: %s (expected: at least those of a request, %s)"
              .formatted(pendingBytes, requestBytes));
    }
    if (transfer.toMillis() < 1 || idle.toMillis() < 1) {
      throw new IllegalArgumentException(
          "transfer %s, idle %s (expected: each at least a millisecond)".formatted(transfer, idle));
    }
  }

  /**
   * The same with another bound on requests, and of all together a quarter of the heap, or one such
   * request.
   *
   * @param newRequestBytes of one request, and of one tensor in it
   */
  public ClientLimits ofBytes(int newRequestBytes) {
    return new ClientLimits(
        newRequestBytes, quarterOfHeap(newRequestBytes), connections, transfer, idle, request);
  }

  /**
   * The same with another bound on requests not yet answered.
   *
   * @param newPendingBytes of all together
   */
  public ClientLimits pending(long newPendingBytes) {
    return new ClientLimits(requestBytes, newPendingBytes, connections, transfer, idle, request);
  }

  /**
   * The same with other times.
   *
   * @param newTransfer of a request, and of an answer
   */
  public ClientLimits within(Duration newTransfer, Duration newIdle) {
    return new ClientLimits(requestBytes, pendingBytes, connections, newTransfer, newIdle, request);
  }

  /**
   * The same with another bound on connections.
   *
   * @param newConnections on each port
   */
  public ClientLimits connections(int newConnections) {
    return new ClientLimits(requestBytes, pendingBytes, newConnections, transfer, idle, request);
  }

  /** The same with other limits of the rows and the reply of a request. */
  public ClientLimits answering(RequestLimits newRequest) {
    return new ClientLimits(requestBytes, pendingBytes, connections, transfer, idle, newRequest);
  }

  private static long quarterOfHeap(int atLeast) {
    return Math.max(atLeast, Runtime.getRuntime().maxMemory() / 4);
  }
}
