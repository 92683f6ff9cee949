// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteStatus;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GetCode;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_Message;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewStatus;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import java.nio.charset.StandardCharsets;
import org.tensorflow.internal.c_api.TF_Status;

/** How a native call ended. */
final class NativeStatus implements AutoCloseable {
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

  @Override
  public void close() {
    TF_DeleteStatus(handle);
  }
}
