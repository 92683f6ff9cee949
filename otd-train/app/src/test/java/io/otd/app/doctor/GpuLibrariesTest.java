// SPDX-License-Identifier: Apache-2.0
package io.otd.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpuLibrariesTest {
  @TempDir Path directory;

  @Test
  void libraries_the_linker_cannot_find_are_named() {
    GpuLibraries libraries =
        new GpuLibraries(name -> !name.startsWith("libcudnn"), List.of(directory));
    assertThat(libraries.missing())
        .containsExactly("libcudnn.so.9", "bin/ptxas", "nvvm/libdevice/libdevice.10.bc");
    assertThat(libraries.sentence(List.of("CPU:0")))
        .startsWith("not used: ")
        .contains("missing: libcudnn.so.9, bin/ptxas");
  }

  @Test
  void the_toolkit_is_found_in_any_candidate_directory() throws Exception {
    Files.createDirectories(directory.resolve("nvvm/libdevice"));
    Files.createFile(directory.resolve("nvvm/libdevice/libdevice.10.bc"));
    Files.createDirectories(directory.resolve("bin"));
    Files.createFile(directory.resolve("bin/ptxas"));
    GpuLibraries libraries =
        new GpuLibraries(name -> true, List.of(directory.resolve("none"), directory));
    assertThat(libraries.missing()).isEmpty();
    assertThat(libraries.sentence(List.of("CPU:0", "GPU:0"))).isEqualTo("used");
    assertThat(GpuLibraries.here("--a=1 --xla_gpu_cuda_data_dir=" + directory).missing())
        .doesNotContain("bin/ptxas", "nvvm/libdevice/libdevice.10.bc");
  }
}
