// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.inference;

import io.otd.core.internal.check.Check;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.DeclaredTensor;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.settings.LimitSettings;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Limits of one request, besides its bytes: few bytes can ask for many rows, and for far more bytes
 * in the reply.
 *
 * @param rows at most, at least 1
 * @param replyBytes of a reply, at least {@value #BYTES_OF_ELEMENT}; each number or string counts
 *     {@value #BYTES_OF_ELEMENT}, about what it takes in JSON
 */
public record RequestLimits(long rows, long replyBytes) {
  /** A number in JSON, with what separates it from the next, and in a tensor. */
  private static final int BYTES_OF_ELEMENT = 16;

  /** Those of the settings if nothing is given. */
  public static final RequestLimits DEFAULT = of(LimitSettings.DEFAULT);

  /** Checks the ranges. */
  public RequestLimits {
    Check.that(rows >= 1, "rows", rows, ">= 1");
    Check.that(
        replyBytes >= BYTES_OF_ELEMENT, "reply bytes", replyBytes, ">= %s", BYTES_OF_ELEMENT);
  }

  /** Those of the settings. */
  public static RequestLimits of(LimitSettings settings) {
    return new RequestLimits(settings.maxRequestRows(), settings.replyBytes());
  }

  /**
   * Checks a request before it runs.
   *
   * @param signature that it asks for
   * @param outputs names of the requested outputs; empty for all
   * @return bytes of its reply, as far as they are declared
   * @throws ServingException TOO_LARGE
   */
  long require(
      InspectedModel.Signature signature,
      Map<String, HostTensor> inputs,
      Collection<String> outputs) {
    long asked = HostTensor.rows(inputs);
    requireRows(asked);
    long elements = 0;
    for (String name : outputs.isEmpty() ? signature.outputs().keySet() : outputs) {
      DeclaredTensor output = signature.outputs().get(name);
      elements += output == null ? 0 : elementsOfRow(output);
    }
    return requireReply(asked, elements);
  }

  /** Open sizes count as 1: what they are shows only in the reply. */
  private static long elementsOfRow(DeclaredTensor output) {
    List<Long> shape = output.shape().orElse(List.of());
    long elements = 1;
    for (int axis = 1; axis < shape.size(); axis++) {
      long size = shape.get(axis);
      if (size >= 0) {
        boolean tooMany = size > 0 && elements > Long.MAX_VALUE / 2 / size;
        elements = tooMany ? Long.MAX_VALUE / 2 : elements * size;
      }
    }
    return elements;
  }

  /**
   * Checks the number of rows.
   *
   * @throws ServingException TOO_LARGE
   */
  public void requireRows(long asked) {
    if (asked > rows) {
      throw new ServingException(
          StatusCode.TOO_LARGE,
          "rows: %s (expected: at most %s in one request)".formatted(asked, rows));
    }
  }

  /**
   * Checks the size of a reply before it is made.
   *
   * @param elements for each row, numbers or strings
   * @return its bytes
   * @throws ServingException TOO_LARGE
   */
  long requireReply(long rows, long elements) {
    if (elements > 0 && rows > replyBytes / BYTES_OF_ELEMENT / elements) {
      throw new ServingException(
          StatusCode.TOO_LARGE,
          "reply: %s rows of %s numbers, %s bytes each (expected: at most %s bytes; ask for fewer rows at once)"
              .formatted(rows, elements, BYTES_OF_ELEMENT, replyBytes));
    }
    return rows * elements * BYTES_OF_ELEMENT;
  }

  /** Checks outputs whose sizes were not known before. */
  long requireReply(Collection<HostTensor> outputs) {
    long elements = 0;
    for (HostTensor output : outputs) {
      elements += output.elements();
    }
    return requireReply(1, elements);
  }
}
