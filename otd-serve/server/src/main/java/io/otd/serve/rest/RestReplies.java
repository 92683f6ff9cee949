// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.ContentTooLargeException;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import com.linecorp.armeria.common.util.Exceptions;
import com.linecorp.armeria.server.HttpStatusException;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.json.reply.ReplyJson;
import io.otd.serve.settings.AnswerSettings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes HTTP replies: always JSON. */
record RestReplies(AnswerSettings settings) {
  private static final Logger LOG = LoggerFactory.getLogger(RestReplies.class);
  private static final String RETRY_SECONDS = "1";

  /** The request. */
  HttpResponse of(RestReply reply) {
    ResponseHeadersBuilder headers = headers(reply.status()).contentType(reply.type());
    reply.headers().forEach(headers::set);
    return HttpResponse.of(headers.build(), HttpData.wrap(reply.body()));
  }

  /** A success without a body. */
  HttpResponse empty() {
    return HttpResponse.of(headers(HttpStatus.OK).build());
  }

  /**
   * A failure. Errors that are not caused by the request are logged, and reported without details.
   */
  HttpResponse of(Throwable failure) {
    if (failure instanceof ServingException serving) {
      return of(HttpStatus.valueOf(serving.code().http()), message(serving));
    }
    if (failure instanceof WrongMethodException wrong) {
      return of(wrong);
    }
    if (failure instanceof OutOfMemoryError) {
      LOG.warn("No memory for a request", failure);
      return of(new ServingException(StatusCode.RESOURCE_EXHAUSTED, "No memory for this request"));
    }
    LOG.error("A request failed", failure);
    return of(HttpStatus.valueOf(StatusCode.INTERNAL.http()), "Internal error of the server");
  }

  private HttpResponse of(WrongMethodException wrong) {
    return HttpResponse.of(
        headers(
                wrong
                    .code()
                    .map(code -> HttpStatus.valueOf(code.http()))
                    .orElse(HttpStatus.METHOD_NOT_ALLOWED))
            .set(HttpHeaderNames.ALLOW, Methods.allowed(wrong.expected()))
            .build(),
        HttpData.wrap(ReplyJson.error(String.valueOf(wrong.getMessage()))));
  }

  /**
   * The reply to the question for the methods of a path.
   *
   * @param method that it has
   */
  HttpResponse methods(String method) {
    return HttpResponse.of(
        headers(HttpStatus.NO_CONTENT).set(HttpHeaderNames.ALLOW, Methods.allowed(method)).build());
  }

  /**
   * The reply to a request whose body was incomplete.
   *
   * @param failure why, where that is known
   */
  HttpResponse ofUnread(@Nullable Throwable failure, long limit) {
    if (failure != null && isTooLarge(failure)) {
      return tooLarge(limit);
    }
    Throwable cause = failure == null ? null : Exceptions.peel(failure);
    return cause instanceof ServingException || cause instanceof OutOfMemoryError
        ? of(cause)
        : of(cancelled());
  }

  /** No client waits any more. */
  static ServingException cancelled() {
    return new ServingException(StatusCode.CANCELLED, "The request was cancelled");
  }

  /** The error for a body above the limit. */
  HttpResponse tooLarge(long limit) {
    return of(bodyTooLarge(limit));
  }

  /** The body is above the limit. */
  static ServingException bodyTooLarge(long limit) {
    return new ServingException(
        StatusCode.TOO_LARGE, "The body is larger than the limit of %s bytes".formatted(limit));
  }

  /** The error for a body that was late. */
  HttpResponse unfinished() {
    return of(HttpStatus.REQUEST_TIMEOUT, "The body did not come in time");
  }

  /** Whether a failure is that of reading a body above the limit. */
  static boolean isTooLarge(Throwable failure) {
    Throwable cause = Exceptions.peel(failure);
    return cause instanceof ContentTooLargeException
        || (cause instanceof HttpStatusException status
            && status.httpStatus().equals(HttpStatus.REQUEST_ENTITY_TOO_LARGE));
  }

  private static String message(ServingException failure) {
    return failure.getMessage() == null ? failure.code().name() : failure.getMessage();
  }

  private HttpResponse of(HttpStatus status, String message) {
    return of(status, ReplyJson.error(message));
  }

  private HttpResponse of(HttpStatus status, byte[] json) {
    return HttpResponse.of(headers(status).build(), HttpData.wrap(json));
  }

  /** The headers of any reply. */
  ResponseHeadersBuilder headers(HttpStatus status) {
    ResponseHeadersBuilder headers = ResponseHeaders.builder(status).contentType(MediaType.JSON);
    if (status.equals(HttpStatus.SERVICE_UNAVAILABLE)) {
      headers.add(HttpHeaderNames.RETRY_AFTER, RETRY_SECONDS);
    }
    if (settings.crossOrigin()) {
      headers.add(HttpHeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
      headers.add(HttpHeaderNames.ACCESS_CONTROL_ALLOW_METHODS, "POST, GET");
      headers.add(HttpHeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, "Content-Type");
    }
    return headers;
  }
}
