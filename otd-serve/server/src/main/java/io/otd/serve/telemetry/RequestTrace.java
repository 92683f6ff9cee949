// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.telemetry;

import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.util.AttributeKey;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.registry.Lease;
import org.jspecify.annotations.Nullable;

/**
 * The resolved target of a request. Only existing names are passed here, never those invented by a
 * client, because they become labels of metrics.
 *
 * @param model its name; empty if none was found
 * @param version its number, or empty likewise
 * @param signature its name; empty if there is none of the requested name, or none was requested
 * @param rows number of requested rows
 */
public record RequestTrace(String model, String version, String signature, long rows) {
  static final RequestTrace NONE = new RequestTrace("", "", "", 0);

  private static final AttributeKey<RequestTrace> KEY =
      AttributeKey.valueOf(RequestTrace.class, "TRACE");

  /**
   * Notes what the request that is under way on this thread is for; nothing happens if there is
   * none.
   *
   * @param lease of the requested version
   * @param signature its name in the request; empty for the default
   * @param rows how many it has
   */
  public static void note(Lease lease, String signature, long rows) {
    String name = ServingNames.orDefault(signature);
    note(lease.id(), lease.offers().offered(name).isPresent() ? name : "", rows);
  }

  /**
   * The same for a request that runs no signature, or several.
   *
   * @param lease of the requested version
   * @param rows how many it has, 0 if they are not predicted
   */
  public static void note(Lease lease, long rows) {
    note(lease.id(), "", rows);
  }

  private static void note(VersionId id, String signature, long rows) {
    ServiceRequestContext request = ServiceRequestContext.currentOrNull();
    if (request != null) {
      request.setAttr(
          KEY, new RequestTrace(id.model(), Long.toString(id.version()), signature, rows));
    }
  }

  /** The record of a request. */
  static RequestTrace of(@Nullable ServiceRequestContext request) {
    RequestTrace noted = request == null ? null : request.attr(KEY);
    return noted == null ? NONE : noted;
  }
}
