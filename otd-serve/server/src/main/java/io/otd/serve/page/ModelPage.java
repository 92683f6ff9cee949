// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.page;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.server.ServerBuilder;
import io.otd.core.internal.files.ClassResource;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The page under {@code /}: to look at a model's answers without a client. Everything it needs
 * comes from this server, and its policy prevents the browser from loading anything else.
 */
public final class ModelPage {
  /** Nothing but files of this server; no inline scripts, styles, frames or forms. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final MediaType SCRIPT =
      MediaType.create("text", "javascript").withCharset(StandardCharsets.UTF_8);

  private static final Map<String, MediaType> FILES =
      Map.ofEntries(
          Map.entry("index.html", MediaType.HTML_UTF_8),
          Map.entry("page.css", MediaType.CSS_UTF_8),
          Map.entry("icon.svg", MediaType.SVG_UTF_8),
          Map.entry("page.js", SCRIPT),
          Map.entry("api.js", SCRIPT),
          Map.entry("form.js", SCRIPT),
          Map.entry("charts.js", SCRIPT),
          Map.entry("monitor.js", SCRIPT),
          Map.entry("groups.js", SCRIPT),
          Map.entry("drift.js", SCRIPT),
          Map.entry("table.js", SCRIPT));

  /** Adds the page to a server. */
  public void open(ServerBuilder to) {
    FILES.forEach(
        (name, type) -> {
          byte[] content = ClassResource.bytes(ModelPage.class, name);
          String path = name.equals("index.html") ? "/" : "/page/" + name;
          to.service(path, (context, request) -> reply(type, content));
        });
  }

  private static HttpResponse reply(MediaType type, byte[] content) {
    return HttpResponse.of(
        ResponseHeaders.builder(HttpStatus.OK)
            .contentType(type)
            .set(HttpHeaderNames.CONTENT_SECURITY_POLICY, POLICY)
            .set(HttpHeaderNames.X_CONTENT_TYPE_OPTIONS, "nosniff")
            .set(HttpHeaderNames.REFERRER_POLICY, "no-referrer")
            .set(HttpHeaderNames.CACHE_CONTROL, "no-cache")
            .build(),
        HttpData.wrap(content));
  }
}
