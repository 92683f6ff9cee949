// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.download;

import io.otd.core.internal.files.DurableFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Fetches files over HTTP. Temporary failures (no connection, a broken or stalled one, status 429
 * or 5xx, a wrong checksum) are retried after a while.
 */
public final class Downloads {
  private static final Duration CONNECT = Duration.ofSeconds(20);
  private static final long TICK_MILLIS = 200;

  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();
  private final Retries retries;
  private final Duration stillness;
  private final DownloadListener listener;

  /**
   * Makes a client.
   *
   * @param retries number and times of retries
   * @param stillness time after which a connection without a byte is treated as broken
   * @param listener receives the progress
   */
  public Downloads(Retries retries, Duration stillness, DownloadListener listener) {
    this.retries = retries;
    this.stillness = stillness;
    this.listener = listener;
  }

  /**
   * Fetches a small file.
   *
   * @param from where
   * @throws RefusedException if the server rejects the request
   * @throws IOException if it cannot be had
   */
  public byte[] bytes(URI from) throws IOException {
    return repeated(
        from,
        () -> {
          ByteArrayOutputStream body = new ByteArrayOutputStream();
          receive(from, body);
          return body.toByteArray();
        });
  }

  /**
   * Fetches a file; it is either complete or absent.
   *
   * @param from where
   * @param to its name, in an existing directory; a file of this name is replaced
   * @param md5 its MD5 in hexadecimal digits, if that is known
   * @throws RefusedException if the server rejects the request
   * @throws IOException if it cannot be had, or has another checksum
   */
  public void file(URI from, Path to, Optional<String> md5) throws IOException {
    Path temporary = DurableFiles.temporarySibling(to);
    try {
      repeated(
          from,
          () -> {
            MessageDigest digest = newMd5();
            try (OutputStream out =
                new DigestOutputStream(Files.newOutputStream(temporary), digest)) {
              receive(from, out);
            }
            requireSame(from, HexFormat.of().formatHex(digest.digest()), md5);
            return temporary;
          });
      DurableFiles.rename(temporary, to);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static void requireSame(URI from, String found, Optional<String> md5) throws IOException {
    if (md5.isPresent() && !md5.get().equalsIgnoreCase(found)) {
      throw new PassingException(
          "%s: MD5 is %s (expected: %s, as the server says)".formatted(from, found, md5.get()));
    }
  }

  private interface Attempt<T> {
    T run() throws IOException, InterruptedException;
  }

  private <T> T repeated(URI from, Attempt<T> attempt) throws IOException {
    try {
      for (Duration wait : retries.waits()) {
        try {
          return attempt.run();
        } catch (PassingException e) {
          listener.again(from, e.getMessage());
        }
        retries.sleep().sleep(wait);
      }
      return attempt.run();
    } catch (PassingException e) {
      throw new IOException(
          e.getMessage() + ", also at the last of " + (retries.waits().size() + 1) + " tries", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(from + ": interrupted", e);
    }
  }

  private void receive(URI from, OutputStream to) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(from).timeout(stillness).header("User-Agent", "otd").build();
    Receiver receiver = new Receiver(to);
    CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(request, receiver);
    HttpResponse<byte[]> response = await(from, answer, receiver);
    int status = response.statusCode();
    if (status == 429 || status >= 500) {
      throw new PassingException(from + ": HTTP status " + status);
    }
    if (status != 200) {
      throw new RefusedException(response.uri(), status, response.body());
    }
  }

  /** Waits as long as bytes arrive. */
  private HttpResponse<byte[]> await(
      URI from, CompletableFuture<HttpResponse<byte[]>> answer, Receiver receiver)
      throws IOException, InterruptedException {
    long before = -1;
    long still = 0;
    while (true) {
      try {
        HttpResponse<byte[]> response = answer.get(TICK_MILLIS, TimeUnit.MILLISECONDS);
        listener.received(from, receiver.bytes(), receiver.expected());
        return response;
      } catch (TimeoutException e) {
        still = receiver.bytes() == before ? still + TICK_MILLIS : 0;
        before = receiver.bytes();
        listener.received(from, before, receiver.expected());
        if (still > stillness.toMillis()) {
          answer.cancel(true);
          throw new PassingException(
              "%s: no data received for %s s".formatted(from, stillness.toSeconds()));
        }
      } catch (ExecutionException e) {
        throw failure(from, Objects.requireNonNullElse(e.getCause(), e));
      }
    }
  }

  private static IOException failure(URI from, Throwable cause) {
    if (cause instanceof ConnectException || cause instanceof UnresolvedAddressException) {
      return new PassingException(from + ": cannot be reached (expected: a connection to it)");
    }
    if (cause instanceof HttpTimeoutException) {
      return new PassingException(from + ": no answer in time");
    }
    if (cause instanceof IOException) {
      return new PassingException(from + ": the connection broke, " + cause.getMessage());
    }
    return new IOException(from + ": " + cause, cause);
  }

  private static MessageDigest newMd5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}
