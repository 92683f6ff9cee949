// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.openml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.internal.download.DownloadListener;
import io.otd.table.internal.download.Downloads;
import io.otd.table.internal.download.LocalServer;
import io.otd.table.internal.download.Retries;
import io.otd.table.internal.split.FoldsFile;
import io.otd.table.problem.InputException;
import io.otd.table.read.TableCard;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenMlCacheTest {
  private static final OpenMlReference DATASET = OpenMlReference.parse("openml:7");
  private static final OpenMlReference TASK = OpenMlReference.parse("openml:task/9");

  @TempDir Path folder;

  private final RecordedOpenMl openml = new RecordedOpenMl();

  OpenMlCacheTest() throws IOException {}

  @AfterEach
  void stop() {
    openml.close();
  }

  private OpenMlCache cache() {
    Downloads downloads =
        new Downloads(
            new Retries(List.of(Duration.ZERO, Duration.ZERO), wait -> {}),
            Duration.ofSeconds(5),
            new DownloadListener() {
              @Override
              public void received(URI from, long bytes, long expected) {}

              @Override
              public void again(URI from, String problem) {}
            });
    return new OpenMlCache(folder, new OpenMlServer(openml.base(), downloads));
  }

  private Path get(OpenMlReference reference) throws IOException {
    return cache().table(reference, false);
  }

  @Test
  void fetches_a_data_set_with_its_metadata() throws IOException {
    Path file = get(DATASET);
    assertThat(file).hasContent(RecordedOpenMl.ARFF);
    TableCard card = TableCard.of(file).orElseThrow();
    assertThat(card.source()).isEqualTo("openml:7");
    assertThat(card.name()).isEqualTo("parcels");
    assertThat(card.target()).containsExactly("minutes");
    // Not "gone", which is not in the file.
    assertThat(card.ignore()).containsExactly("id", "way");
    assertThat(card.folds()).isEmpty();
  }

  @Test
  void a_cached_data_set_is_fetched_again_only_on_request() throws IOException {
    get(DATASET);
    int asked = openml.server().asked().size();
    openml.server().answer("/api/v1/json/data/7", LocalServer.body(500, ""));
    get(DATASET);
    assertThat(openml.server().asked()).hasSize(asked);
    openml.dataset(7, RecordedOpenMl.ARFF, RecordedOpenMl.md5(RecordedOpenMl.ARFF), "ARFF");
    cache().table(DATASET, true);
    assertThat(openml.server().asked()).hasSize(2 * asked);
  }

  @Test
  void a_damaged_file_or_card_in_the_cache_is_fetched_again() throws IOException {
    Path file = get(DATASET);
    Files.writeString(file, "@relation cut");
    assertThat(get(DATASET)).hasContent(RecordedOpenMl.ARFF);
    Files.writeString(TableCard.beside(file), "{\"format\":1,");
    get(DATASET);
    assertThat(TableCard.of(file)).isPresent();
  }

  @Test
  void a_task_provides_its_target_and_folds() throws IOException {
    Path file = get(TASK);
    assertThat(file).hasContent(RecordedOpenMl.ARFF);
    TableCard card = TableCard.of(file).orElseThrow();
    assertThat(card.target()).containsExactly("length");
    assertThat(card.ignore()).containsExactly("id", "way");
    assertThat(file.resolveSibling(card.folds())).hasContent("fold,fold_1\n0,1\n1,0\n1,-1\n");
    assertThat(FoldsFile.read(file.resolveSibling(card.folds()), 1).repeats().get(0))
        .containsExactly(0, 1, 1);
  }

  @Test
  void an_unknown_data_set_is_reported_with_the_message_of_the_server() {
    assertThatThrownBy(() -> get(OpenMlReference.parse("openml:8")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("/api/v1/json/data/8: Unknown dataset (HTTP status 412)");
    assertThatThrownBy(() -> get(OpenMlReference.parse("openml:task/8")))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("/api/v1/json/task/8: (HTTP status 404)");
  }

  @Test
  void a_wrong_checksum_leaves_nothing_usable_in_the_cache() throws IOException {
    openml.dataset(7, RecordedOpenMl.ARFF, "0".repeat(32), "ARFF");
    assertThatThrownBy(() -> get(DATASET)).hasMessageContaining("(expected: 000");
    openml.dataset(7, RecordedOpenMl.ARFF, RecordedOpenMl.md5(RecordedOpenMl.ARFF), "ARFF");
    assertThat(get(DATASET)).hasContent(RecordedOpenMl.ARFF);
  }

  @Test
  void a_format_other_than_arff_is_rejected() {
    openml.dataset(7, RecordedOpenMl.ARFF, "0".repeat(32), "CSV");
    assertThatThrownBy(() -> get(DATASET))
        .isInstanceOf(InputException.class)
        .hasMessage("openml:7: format CSV (expected: ARFF)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html>maintenance</html>",
        "",
        "[]",
        "{\"data_set_description\":{}}",
        "{\"data_set_description\":{\"name\":\"x\",\"format\":\"ARFF\",\"url\":\":\"}}"
      })
  void an_unexpected_response_is_reported(String body) {
    openml.server().answer("/api/v1/json/data/7", LocalServer.body(200, body));
    assertThatThrownBy(() -> get(DATASET))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/api/v1/json/data/7: an answer")
        .hasMessageContaining("(expected: one of OpenML's)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"openml:", "openml:x", "openml:task/", "openml:run/3", "openml:-1", "7"})
  void an_invalid_reference_is_rejected(String text) {
    assertThatThrownBy(() -> OpenMlReference.parse(text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("\"" + text + "\" (expected: openml: and the number");
  }
}
