// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.grpc;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.InternalServer;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * gRPC's server reflection in both of its versions, v1 and v1alpha: old clients know only the
 * second. Armeria by itself takes one of them.
 */
public final class Reflection implements ServerInterceptor {
  private final List<ServerServiceDefinition> own;
  private final Server described;

  /**
   * Describes services, and itself.
   *
   * @param services the others of the server
   */
  @SuppressWarnings("deprecation") // v1alpha
  public Reflection(List<ServerServiceDefinition> services) {
    List<ServerServiceDefinition> plain =
        List.of(
            ProtoReflectionServiceV1.newInstance().bindService(),
            ProtoReflectionService.newInstance().bindService());
    own = plain.stream().map(one -> ServerInterceptors.intercept(one, this)).toList();
    List<ServerServiceDefinition> all = new ArrayList<>(services);
    all.addAll(plain);
    described = new Described(all);
  }

  /** Its services, one of each version. */
  public List<ServerServiceDefinition> services() {
    return own;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    return Contexts.interceptCall(
        Context.current().withValue(InternalServer.SERVER_CONTEXT_KEY, described),
        call,
        headers,
        next);
  }

  /** The part of a server that reflection needs: its services. */
  private static final class Described extends Server {
    private final List<ServerServiceDefinition> services;

    Described(List<ServerServiceDefinition> services) {
      this.services = List.copyOf(services);
    }

    private static UnsupportedOperationException onlyDescribed() {
      return new UnsupportedOperationException(
          "a description of the services (expected: no start or end of a server)");
    }

    @Override
    public List<ServerServiceDefinition> getServices() {
      return services;
    }

    @Override
    public List<ServerServiceDefinition> getImmutableServices() {
      return services;
    }

    @Override
    public List<ServerServiceDefinition> getMutableServices() {
      return List.of();
    }

    @Override
    public Server start() {
      throw onlyDescribed();
    }

    @Override
    public Server shutdown() {
      throw onlyDescribed();
    }

    @Override
    public Server shutdownNow() {
      throw onlyDescribed();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      throw onlyDescribed();
    }

    @Override
    public void awaitTermination() {
      throw onlyDescribed();
    }
  }
}
