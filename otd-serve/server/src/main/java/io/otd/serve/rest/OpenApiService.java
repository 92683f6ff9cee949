// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.AbstractHttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.otd.core.internal.files.ClassResource;

/** Describes the API in the words of OpenAPI. */
final class OpenApiService extends AbstractHttpService {
  private final byte[] document = ClassResource.bytes(OpenApiService.class, "openapi.json");

  @Override
  protected HttpResponse doGet(ServiceRequestContext ctx, HttpRequest request) {
    return HttpResponse.of(HttpStatus.OK, MediaType.JSON, HttpData.wrap(document));
  }
}
