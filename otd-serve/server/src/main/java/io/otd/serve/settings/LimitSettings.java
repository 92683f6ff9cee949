// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.core.internal.settings.Default;
import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import io.otd.serve.inference.RequestLimits;
import io.otd.serve.server.ClientLimits;
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
 */
public record LimitSettings(
    @Setting(
            value =
                "Maximum size in MiB of a decompressed request, and of its tensors in memory together.",
            atLeast = 1,
            atMost = 2047)
        @Default("256")
        @Flags(value = "--max-request-mb", label = "N")
        int maxRequestMb,
    @Setting(value = "Maximum number of rows of a request.", atLeast = 1)
        @Default("1000000")
        @Flags(value = "--max-request-rows", label = "N")
        long maxRequestRows,
    @Setting(
            value =
                "Maximum size in MiB of a reply, 16 bytes for each number in it. Default: a quarter of the heap, at most 1024.",
            atLeast = 1,
            atMost = 4096)
        @Default("null")
        @Flags(value = "--max-reply-mb", label = "N")
        Optional<Integer> maxReplyMb,
    @Setting(
            value =
                "Maximum total size in MiB of requests on both ports that are unanswered, or still run. Default: a quarter of the heap, but at least one request.",
            atLeast = 1)
        @Default("null")
        @Flags(value = "--max-pending-mb", label = "N")
        Optional<Integer> maxPendingMb,
    @Setting(value = "Maximum number of open connections per port.", atLeast = 1)
        @Default("10000")
        @Flags(value = "--max-connections", label = "N")
        int maxConnections,
    @Setting(
            value =
                "Seconds that a client may take to send a request, and again to read the response; one second more per MiB.",
            atLeast = 1)
        @Default("60")
        @Flags(value = "--transfer-timeout-seconds", label = "N")
        int transferTimeoutSeconds,
    @Setting(value = "Seconds after which a connection without a request is closed.", atLeast = 1)
        @Default("75")
        @Flags(value = "--idle-timeout-seconds", label = "N")
        int idleTimeoutSeconds) {
  /** In the units of the server. */
  ClientLimits clients() {
    RequestLimits request =
        new RequestLimits(
            maxRequestRows,
            maxReplyMb.map(LimitSettings::bytes).orElse(RequestLimits.DEFAULT.replyBytes()));
    ClientLimits limits =
        ClientLimits.DEFAULT
            .ofBytes(maxRequestMb << 20)
            .connections(maxConnections)
            .answering(request)
            .within(
                Duration.ofSeconds(transferTimeoutSeconds), Duration.ofSeconds(idleTimeoutSeconds));
    return maxPendingMb.map(mb -> limits.pending(bytes(mb))).orElse(limits);
  }

  private static long bytes(int megabytes) {
    return (long) megabytes << 20;
  }
}
