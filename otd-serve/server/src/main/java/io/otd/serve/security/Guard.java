// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.security;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.server.ServerBuilder;
import io.grpc.Status;
import io.otd.serve.grpc.GrpcRefusals;
import io.otd.serve.settings.ProtectionSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;

/**
 * The gate of both ports of a server: opens them with or without TLS, and rejects requests without
 * a key if keys are required. Only liveness and readiness are answered without a key, so that
 * health checks need none, and the files of the page, which asks for one.
 */
public final class Guard {
  private static final Set<String> OPEN =
      Set.of(
          "/health/live",
          "/health/ready",
          "/v2/health/live",
          "/v2/health/ready",
          "/grpc.health.v1.Health/Check",
          "/grpc.health.v1.Health/Watch",
          "/");

  /** Files of the page: the same in every server. The requests of the page need a key. */
  private static final String PAGE = "/page/";

  private static final String REFUSAL =
      "API key: none, or not a valid one (expected: x-api-key, or authorization: Bearer)";

  private final Optional<ServerTls> tls;
  private final Optional<ApiKeys> keys;

  private Guard(Optional<ServerTls> tls, Optional<ApiKeys> keys) {
    this.tls = tls;
    this.keys = keys;
  }

  /**
   * Reads the files.
   *
   * @throws IOException if one cannot be read or is not what it should be, naming it
   */
  public static Guard of(ProtectionSettings settings) throws IOException {
    return new Guard(
        ServerTls.of(settings),
        settings.apiKeysFile().isPresent()
            ? Optional.of(new ApiKeys(settings.apiKeysFile().get()))
            : Optional.empty());
  }

  /** Whether the ports use TLS. */
  public boolean secure() {
    return tls.isPresent();
  }

  /**
   * Opens a port of a server, and guards what is behind it.
   *
   * @param address to listen on
   */
  public void open(ServerBuilder builder, InetSocketAddress address) {
    tls.ifPresentOrElse(
        provider -> {
          provider.secure(builder);
          builder.https(address);
        },
        () -> builder.http(address));
    keys.ifPresent(
        known ->
            builder.decorator(
                (delegate, ctx, request) ->
                    isOpen(ctx.path()) || known.allow(request.headers())
                        ? delegate.serve(ctx, request)
                        : refused(request.headers())));
  }

  private static boolean isOpen(String path) {
    return OPEN.contains(path) || path.startsWith(PAGE);
  }

  private static HttpResponse refused(RequestHeaders request) {
    MediaType type = request.contentType();
    if (type != null && GrpcRefusals.expects(type)) {
      return GrpcRefusals.reply(type, Status.UNAUTHENTICATED.withDescription(REFUSAL));
    }
    return HttpResponse.of(
        ResponseHeaders.builder(HttpStatus.UNAUTHORIZED)
            .contentType(MediaType.JSON)
            .set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer")
            .build(),
        HttpData.ofUtf8("{\"error\": \"%s\"}%n", REFUSAL));
  }

  /** Looks whether any of the files have changed. One thread at a time. */
  public void refresh() {
    tls.ifPresent(ServerTls::refresh);
    keys.ifPresent(ApiKeys::refresh);
  }
}
