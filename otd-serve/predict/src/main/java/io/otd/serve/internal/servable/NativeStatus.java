// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteStatus;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GetCode;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_Message;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewStatus;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.tensorflow.internal.c_api.TF_Status;

/** How a native call ended. */
final class NativeStatus implements AutoCloseable {
  private static final Set<StatusCode> OF_THE_MODEL =
      Set.of(
          StatusCode.NOT_FOUND,
          StatusCode.ALREADY_EXISTS,
          StatusCode.PERMISSION_DENIED,
          StatusCode.FAILED_PRECONDITION,
          StatusCode.ABORTED,
          StatusCode.UNAUTHENTICATED);

  private final TF_Status handle = TF_NewStatus();

  TF_Status handle() {
    return handle;
  }

  /**
   * Does nothing after a success.
   *
   * @throws ServingException with TensorFlow's code and text after anything else
   */
  void requireOk() {
    StatusCode code = StatusCode.of(TF_GetCode(handle));
    if (code != StatusCode.OK) {
      throw new ServingException(code, TF_Message(handle).getString(StandardCharsets.UTF_8));
    }
  }

  /**
   * The same after a run. A run that fails because of what the model holds, as a variable without a
   * value, is no fault of the client, whatever TensorFlow calls it.
   *
   * @throws ServingException with TensorFlow's text, and its code or {@code INTERNAL}
   */
  void requireAnswer() {
    try {
      requireOk();
    } catch (ServingException e) {
      throw OF_THE_MODEL.contains(e.code())
          ? new ServingException(StatusCode.INTERNAL, String.valueOf(e.getMessage()), e)
          : e;
    }
  }

  @Override
  public void close() {
    TF_DeleteStatus(handle);
  }
}
