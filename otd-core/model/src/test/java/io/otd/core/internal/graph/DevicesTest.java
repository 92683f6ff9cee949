// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DevicesTest {
  @Test
  void the_devices_include_the_cpu() {
    assertThat(Devices.names()).contains("CPU:0");
  }

  @Test
  void a_gpu_supports_bfloat16_products() {
    assertThat(Devices.multiplyBfloat16(List.of("CPU:0", "GPU:0"), "")).isTrue();
    assertThat(Devices.multiplyBfloat16(List.of("CPU:0"), "")).isFalse();
  }

  @Test
  void cpus_with_bfloat16_flags_support_them_too() {
    List<String> devices = List.of("CPU:0");
    assertThat(Devices.multiplyBfloat16(devices, "flags : avx512f amx_bf16 amx_tile")).isTrue();
    assertThat(Devices.multiplyBfloat16(devices, "flags : avx512_bf16")).isTrue();
    assertThat(Devices.multiplyBfloat16(devices, "flags : avx2 avx512f avx512_bf16x")).isFalse();
  }
}
