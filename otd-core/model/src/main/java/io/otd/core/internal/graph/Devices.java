// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_CloseSession;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteDeviceList;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteSession;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeviceListCount;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeviceListName;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewSession;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_SessionListDevices;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.PointerScope;
import org.tensorflow.internal.c_api.TF_DeviceList;
import org.tensorflow.internal.c_api.TF_Graph;
import org.tensorflow.internal.c_api.TF_Session;
import org.tensorflow.internal.c_api.TF_SessionOptions;
import org.tensorflow.internal.c_api.TF_Status;

/** The devices that TensorFlow can use. */
public final class Devices {
  private static final Path PROCESSOR = Path.of("/proc/cpuinfo");
  private static final Pattern BFLOAT16 = Pattern.compile("\\b(amx_bf16|avx512_bf16)\\b");

  private Devices() {}

  /** Names such as {@code CPU:0} and {@code GPU:0}, in TensorFlow's order. */
  public static List<String> names() {
    List<String> names = new ArrayList<>();
    try (PointerScope scope = new PointerScope()) {
      scope.attach(TF_Status.newStatus());
      TF_Status status = TF_Status.newStatus();
      TF_Session session =
          TF_NewSession(TF_Graph.newGraph(), TF_SessionOptions.newSessionOptions(), status);
      status.throwExceptionIfNotOK();
      TF_DeviceList list = TF_SessionListDevices(session, status);
      for (int i = 0; i < TF_DeviceListCount(list); i++) {
        String name = TF_DeviceListName(list, i, status).getString();
        names.add(name.substring(name.indexOf("device:") + "device:".length()));
      }
      TF_DeleteDeviceList(list);
      TF_CloseSession(session, status);
      TF_DeleteSession(session, status);
    }
    return names;
  }

  /**
   * Whether products of bfloat16 numbers are fast here: on a GPU, or a processor with AMX or
   * AVX512-BF16. Features of the processor, detected on Linux only.
   */
  public static boolean multiplyBfloat16() {
    return multiplyBfloat16(names(), processor());
  }

  static boolean multiplyBfloat16(List<String> devices, String processor) {
    return devices.stream().anyMatch(d -> d.startsWith("GPU"))
        || BFLOAT16.matcher(processor).find();
  }

  private static String processor() {
    try {
      return Files.isReadable(PROCESSOR) ? Files.readString(PROCESSOR) : "";
    } catch (IOException e) {
      return "";
    }
  }
}
