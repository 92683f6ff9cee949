// SPDX-License-Identifier: Apache-2.0
package io.otd.app.doctor;

import com.sun.jna.NativeLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Requirements of TensorFlow 2.18 for an NVIDIA GPU, in addition to its own library: CUDA 12 and
 * cuDNN 9, and for XLA two files of the CUDA toolkit.
 *
 * @param found whether the dynamic linker finds a shared object of a name
 * @param toolkits directories in which XLA looks for the toolkit
 */
record GpuLibraries(Predicate<String> found, List<Path> toolkits) {
  private static final String BUILD =
      "/org/tensorflow/internal/c_api/linux-x86_64-gpu/libtensorflow_cc.so.2";
  private static final String DATA_DIRECTORY = "--xla_gpu_cuda_data_dir=";

  private static final Pattern SPACE = Pattern.compile("\\s+");

  private static final List<String> SHARED_OBJECTS =
      List.of(
          "libcuda.so.1",
          "libcudart.so.12",
          "libcublas.so.12",
          "libcublasLt.so.12",
          "libcufft.so.11",
          "libcusolver.so.11",
          "libcusparse.so.12",
          "libcudnn.so.9");

  private static final List<String> TOOLKIT_FILES =
      List.of("bin/ptxas", "nvvm/libdevice/libdevice.10.bc");

  /**
   * Of this machine.
   *
   * @param xlaFlags options of the compiler; may name the toolkit's directory
   */
  static GpuLibraries here(String xlaFlags) {
    Stream<Path> named =
        SPACE
            .splitAsStream(xlaFlags)
            .filter(flag -> flag.startsWith(DATA_DIRECTORY))
            .map(flag -> Path.of(flag.substring(DATA_DIRECTORY.length())));
    return new GpuLibraries(
        GpuLibraries::loads,
        Stream.concat(named, Stream.of(Path.of("cuda_sdk_lib"), Path.of("/usr/local/cuda")))
            .toList());
  }

  /** Whether TensorFlow's library on the class path is the one for GPUs. */
  static boolean built() {
    return GpuLibraries.class.getResource(BUILD) != null;
  }

  private static boolean loads(String name) {
    try {
      NativeLibrary.getInstance(name).close();
      return true;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }

  /** The missing ones, by name. */
  List<String> missing() {
    List<String> missing = new ArrayList<>(SHARED_OBJECTS.stream().filter(found.negate()).toList());
    for (String file : TOOLKIT_FILES) {
      if (toolkits.stream().noneMatch(toolkit -> Files.exists(toolkit.resolve(file)))) {
        missing.add(file);
      }
    }
    return missing;
  }

  /**
   * One sentence on what a GPU would need.
   *
   * @param devices that TensorFlow can use
   */
  String sentence(List<String> devices) {
    Optional<String> gpu = devices.stream().filter(d -> d.startsWith("GPU")).findFirst();
    List<String> missing = missing();
    if (gpu.isPresent()) {
      return missing.isEmpty() ? "used" : "used; missing: " + String.join(", ", missing);
    }
    String build = built() ? "" : "the library is for the CPU only; ";
    return missing.isEmpty()
        ? "not used: " + build + "nothing is missing"
        : "not used: " + build + "missing: " + String.join(", ", missing);
  }
}
