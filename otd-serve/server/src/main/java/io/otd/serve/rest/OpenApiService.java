// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.AbstractHttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Describes the API in the words of OpenAPI. */
final class OpenApiService extends AbstractHttpService {
  private static final String DOCUMENT = "openapi.json";

  private final byte[] document = document();

  private static byte[] document() {
    try (InputStream stream = OpenApiService.class.getResourceAsStream(DOCUMENT)) {
      if (stream == null) {
        throw new IllegalStateException(DOCUMENT + ": not on the class path");
      }
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected HttpResponse doGet(ServiceRequestContext ctx, HttpRequest request) {
    return HttpResponse.of(HttpStatus.OK, MediaType.JSON, HttpData.wrap(document));
  }
}
