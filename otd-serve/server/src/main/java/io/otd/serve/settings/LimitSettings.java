// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import java.time.Duration;
import java.util.Optional;

/**
 * What clients may use of the server.
 *
 * @param maxRequestMb MiB of a request
 * @param maxRequestRows rows of a request
 * @param maxReplyMb MiB of a reply; by default a quarter of the heap, at most 1,024
 * @param maxPendingMb MiB of all unanswered requests; by default a quarter of the heap, or one
 *     request
 * @param maxConnections open connections of each port
 * @param transferTimeoutSeconds to send a request, and to read its reply
 * @param idleTimeoutSeconds without a request
 * @param grpcDeadlineSeconds of requests that have none; 0 for none
 */
public record LimitSettings(
    @Setting(
            value =
                "Maximum size in MiB of a decompressed request, and of its tensors in memory together.",
            atLeast = 1,
            atMost = 2047)
        @Flags(value = "--max-request-mb", label = "N")
        double maxRequestMb,
    @Setting(value = "Maximum number of rows of a request.", atLeast = 1)
        @Flags(value = "--max-request-rows", label = "N")
        long maxRequestRows,
    @Setting(
            value =
                "Maximum size in MiB of a reply, 16 bytes for each number in it. Default: a quarter of the heap, at most 1024.",
            atLeast = 1,
            atMost = 4096)
        @Flags(value = "--max-reply-mb", label = "N")
        Optional<Double> maxReplyMb,
    @Setting(
            value =
                "Maximum total size in MiB of requests on both ports that are unanswered, or still run. Default: a quarter of the heap, but at least one request.",
            atLeast = 1)
        @Flags(value = "--max-pending-mb", label = "N")
        Optional<Double> maxPendingMb,
    @Setting(value = "Maximum number of open connections per port.", atLeast = 1)
        @Flags(value = "--max-connections", label = "N")
        int maxConnections,
    @Setting(
            value =
                "Seconds that a client may take to send a request, and again to read the response; one second more per MiB.",
            atLeast = 1)
        @Flags(value = "--transfer-timeout-seconds", label = "N")
        double transferTimeoutSeconds,
    @Setting(value = "Seconds after which a connection without a request is closed.", atLeast = 1)
        @Flags(value = "--idle-timeout-seconds", label = "N")
        double idleTimeoutSeconds,
    @Setting(
            value =
                "Seconds that a gRPC request may take whose client gives no deadline; 0 for no limit.",
            atLeast = 0,
            atMost = 86400)
        @Flags(value = "--grpc-deadline-seconds", label = "N")
        double grpcDeadlineSeconds) {
  /** A million rows; requests of 256 MiB. */
  public static final LimitSettings DEFAULT =
      new LimitSettings(256, 1_000_000, Optional.empty(), Optional.empty(), 10_000, 60, 75, 600);

  private static final double MIB = 1 << 20;
  private static final long LARGEST_REPLY = 1L << 30;

  /** Maximum number of bytes of one request, unpacked, and of its tensors together. */
  public int requestBytes() {
    return (int) Math.ceil(maxRequestMb * MIB);
  }

  /** Maximum number of bytes of one reply. */
  public long replyBytes() {
    return maxReplyMb
        .map(LimitSettings::bytes)
        .orElseGet(() -> Math.min(LARGEST_REPLY, quarterOfHeap()));
  }

  /** Maximum number of bytes of all requests that are not answered yet, as they were sent. */
  public long pendingBytes() {
    return maxPendingMb
        .map(LimitSettings::bytes)
        .orElseGet(() -> Math.max(requestBytes(), quarterOfHeap()));
  }

  /**
   * Time limit for receiving a request after its headers, and again for the client to read its
   * answer; a second more for each MiB.
   */
  public Duration transfer() {
    return Seconds.of(transferTimeoutSeconds);
  }

  /** How long a connection may be open without a request that has begun. */
  public Duration idle() {
    return Seconds.of(idleTimeoutSeconds);
  }

  /** Time limit of a gRPC request that has no deadline of its own; zero for none. */
  public Duration grpcDeadline() {
    return Seconds.of(grpcDeadlineSeconds);
  }

  private static long bytes(double megabytes) {
    return (long) Math.ceil(megabytes * MIB);
  }

  private static long quarterOfHeap() {
    return Runtime.getRuntime().maxMemory() / 4;
  }
}
