// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.nativelibrary;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import io.otd.core.BriefJvm;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What remains of a native log, in separate processes, because the change lasts for the process.
 */
class NativeLogTest {
  private static final String KEPT =
      "[libprotobuf ERROR external/com_google_protobuf/src/google/protobuf/text_format.cc:337] Error"
          + " parsing text-format tensorflow.XlaSerializedCacheEntry: 2:1: Expected identifier";

  private static final String NOTE =
      "WARNING: All log messages before absl::InitializeLog() is called are written to STDERR";
  private static final String REMARK = "I0000 00:00:1795550802.069480   14988 pass.cc:401] remark";
  private static final String WARNING =
      "W1231 23:59:1795550802.069480   14988 pass.cc:401] warning";
  private static final String ERROR = "E0000 00:00:1795550802.069480   14988 pass.cc:401] error";
  private static final String OTHER = "malloc(): corrupted top size";

  /** Writes to the C library's standard error, as native code does. */
  static final class Writer {
    public static void main(String[] args) {
      NativeLog.errorsOnly();
      boolean filtered = NativeLog.errorsOnly();
      NativeLibrary process = NativeLibrary.getProcess();
      Pointer stderr = process.getGlobalVariableAddress("stderr").getPointer(0);
      Function puts = process.getFunction("fputs");
      for (String line : List.of(NOTE, REMARK, WARNING, ERROR, OTHER)) {
        puts.invokeInt(new Object[] {line + "\n", stderr});
      }
      System.err.println(filtered);
    }
  }

  @Test
  void errors_and_unrelated_output_are_kept() throws Exception {
    Assumptions.assumeTrue(Platform.isLinux());
    assertThat(written(List.of(), null)).containsExactly(ERROR, OTHER, "true");
  }

  @Test
  void the_property_keeps_all_messages() throws Exception {
    assertThat(written(List.of("-D" + NativeLog.PROPERTY + "=all"), null))
        .containsExactly(NOTE, REMARK, WARNING, ERROR, OTHER, "false");
  }

  @Test
  void a_log_level_set_by_the_user_keeps_all_messages() throws Exception {
    assertThat(written(List.of(), "0"))
        .containsExactly(NOTE, REMARK, WARNING, ERROR, OTHER, "false");
  }

  @ParameterizedTest
  @ValueSource(strings = {NOTE, REMARK, WARNING, KEPT})
  void remarks_are_recognized_by_their_prefix(String message) {
    assertThat(NativeErrors.isRemark(message)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "[libprotobuf ERROR text_format.cc:337] other",
    "E0000 00:00:1 x.cc:1] error",
    "F0000 00:00:1 x.cc:1] fatal",
    "I am no log",
    "''"
  })
  void nothing_else_is_a_remark(String message) {
    assertThat(NativeErrors.isRemark(message)).isFalse();
  }

  private static List<String> written(List<String> options, String level) throws Exception {
    List<String> words = new ArrayList<>(options);
    words.addAll(BriefJvm.coverage());
    words.addAll(BriefJvm.onClassPath(Writer.class.getName()));
    ProcessBuilder builder = new ProcessBuilder(BriefJvm.command(words)).redirectErrorStream(true);
    builder.environment().remove("TF_CPP_MIN_LOG_LEVEL"); // of the tests
    if (level != null) {
      builder.environment().put("TF_CPP_MIN_LOG_LEVEL", level);
    }
    Process process = builder.start();
    return process.inputReader().lines().toList();
  }
}
