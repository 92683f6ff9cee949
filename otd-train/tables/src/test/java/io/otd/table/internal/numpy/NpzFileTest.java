// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.files.ClassResource;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Against files of NumPy 2.4.6: {@code v = arange(12.).reshape(2, 3, 2) / 8; savez('arrays.npz',
 * values=v, mu=[0.5, -1.25], steps=[225, 2925], names=['u', 'théta', '𝜇'])}, and {@code
 * savez_compressed('compressed.npz', ...)} with {@code parameters} of {@code <f4}, {@code
 * coordinates} of {@code >f8}, {@code value_names} of {@code >U3}.
 */
@Tag("jdk")
public class NpzFileTest {
  @TempDir Path folder;

  private Path ofNumpy;

  @BeforeEach
  void copy() throws IOException {
    ofNumpy = resource("arrays.npz");
  }

  private Path resource(String name) throws IOException {
    return Files.write(folder.resolve(name), ClassResource.bytes(NpzFileTest.class, name));
  }

  private static Map<String, NpyArray> arrays() {
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put(
        "values",
        NpyArray.doubles(
            new double[][] {{0, .125, .25, .375, .5, .625}, {.75, .875, 1, 1.125, 1.25, 1.375}},
            3,
            2));
    arrays.put("mu", NpyArray.doubles(new double[] {.5, -1.25}));
    arrays.put("steps", NpyArray.integers(new int[] {225, 2925}));
    arrays.put("names", NpyArray.texts(List.of("u", "théta", "𝜇")));
    return arrays;
  }

  @Test
  void writes_the_same_bytes_as_numpy() throws IOException {
    Path ours = folder.resolve("ours.npz");
    NpzFile.write(ours, arrays());
    try (ZipFile wanted = new ZipFile(ofNumpy.toFile());
        ZipFile found = new ZipFile(ours.toFile())) {
      assertThat(found.stream().map(e -> e.getName()))
          .containsExactlyElementsOf(wanted.stream().map(e -> e.getName()).toList());
      for (var entry : wanted.stream().toList()) {
        try (InputStream a = wanted.getInputStream(entry);
            InputStream b = found.getInputStream(found.getEntry(entry.getName()))) {
          assertThat(b.readAllBytes()).as(entry.getName()).isEqualTo(a.readAllBytes());
        }
        assertThat(found.getEntry(entry.getName()).getMethod()).isEqualTo(entry.getMethod());
      }
    }
  }

  @Test
  void the_same_arrays_give_the_same_bytes() throws IOException {
    NpzFile.write(folder.resolve("a.npz"), arrays());
    NpzFile.write(folder.resolve("b.npz"), arrays());
    assertThat(folder.resolve("a.npz")).hasSameBinaryContentAs(folder.resolve("b.npz"));
  }

  @Test
  void reads_arrays_written_by_numpy() {
    try (NpzFile file = NpzFile.open(ofNumpy)) {
      assertThat(file.names()).containsExactly("mu", "names", "steps", "values");
      try (NpyFile values = file.array("values");
          NpyFile steps = file.array("steps");
          NpyFile names = file.array("names")) {
        assertThat(steps.next(2)).containsExactly(225, 2925);
        assertThat(values.shape()).containsExactly(2, 3, 2);
        assertThat(values.next(2)).containsExactly(0, .125);
        assertThat(values.next(10)).startsWith(.25).endsWith(1.375);
        assertThat(names.nextTexts(3)).containsExactly("u", "théta", "𝜇");
      }
    }
  }

  @Test
  void reads_compressed_arrays_of_other_types() throws IOException {
    try (NpzFile file = NpzFile.open(resource("compressed.npz"));
        NpyFile parameters = file.array("parameters");
        NpyFile coordinates = file.array("coordinates");
        NpyFile names = file.array("value_names")) {
      assertThat(parameters.next(2)).containsExactly(.25, .5);
      assertThat(coordinates.next(6)).containsExactly(0, 1, 2, 3, 4, 5);
      assertThat(names.nextTexts(2)).containsExactly("a", "b");
    }
  }

  @Test
  void missing_and_malformed_files_and_arrays_are_reported() throws IOException {
    assertThatThrownBy(() -> NpzFile.open(folder.resolve("none.npz")))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("no such file (expected: a readable .npz file)");
    Path text = Files.writeString(folder.resolve("t.npz"), "hello, this is text");
    assertThatThrownBy(() -> NpzFile.open(text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("cut short, or not NumPy's format");
    try (NpzFile file = NpzFile.open(ofNumpy)) {
      assertThatThrownBy(() -> file.array("u"))
          .isInstanceOf(InputException.class)
          .hasMessageContaining(
              "no array \"u\" (expected: one; there are [mu, names, steps, values])");
      try (NpyFile names = file.array("names");
          NpyFile mu = file.array("mu")) {
        assertThatThrownBy(() -> names.next(1)).isInstanceOf(InputException.class);
        assertThatThrownBy(() -> mu.nextTexts(1)).isInstanceOf(InputException.class);
      }
    }
  }

  @Test
  void a_flipped_bit_is_detected() throws IOException {
    byte[] bytes = Files.readAllBytes(ofNumpy);
    bytes[30 + "values.npy".length() + 128 + 20] ^= 4; // a value of the first array
    Path damaged = Files.write(folder.resolve("damaged.npz"), bytes);
    try (NpzFile file = NpzFile.open(damaged)) {
      assertThatThrownBy(() -> file.array("values"))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("array \"values\": damaged");
    }
  }
}
