// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.Folders;
import io.otd.core.RandomTable;
import io.otd.table.problem.InputException;
import io.otd.train.Otd;
import io.otd.train.OtdBuilder;
import io.otd.train.RunFolder;
import io.otd.train.SearchOptions;
import io.otd.train.progress.DivergedException;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.settings.Method;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Networks trained elsewhere are bit-identical to those trained here. */
class ClusterSiteTest {
  @TempDir Path directory;
  private Path table;

  @BeforeEach
  void write() throws IOException {
    RandomTable.Row row =
        (i, random) -> {
          double a = random.nextDouble();
          return a + "," + random.nextDouble() + "," + (a * a + random.nextDouble() / 10);
        };
    table = Files.writeString(directory.resolve("t.csv"), RandomTable.csv("a,b,y", 80, 5, row));
  }

  private OtdBuilder small() {
    return Otd.regression("y")
        .set("data.file", table.toString())
        .set("masks.velocity", List.of(4))
        .set("masks.steps", 1)
        .set("training.validate_every", 10)
        .set("output.tensorboard", false)
        .withoutNativeFlags()
        .method(Method.OTD)
        .hidden(4)
        .members(2)
        .steps(40);
  }

  private static OtdBuilder elsewhere(OtdBuilder training) {
    return training.spark("threads", List.of());
  }

  @Test
  @Tag("long")
  void folds_of_ensembles_match_local_training() throws IOException {
    Path here = directory.resolve("here");
    Path there = directory.resolve("there");
    small().set("data.folds", 2).build().crossValidateIn(RunFolder.at(here));
    List<TrainingEvent> told = new ArrayList<>();
    elsewhere(small().set("data.folds", 2))
        .onProgress(told::add)
        .build()
        .crossValidateIn(RunFolder.at(there));
    assertThat(Folders.checkpoints(there)).hasSize(2).isEqualTo(Folders.checkpoints(here));
    assertThat(there.resolve("cluster")).doesNotExist();
    assertThat(told)
        .anyMatch(
            e -> e instanceof TrainingEvent.OfRun r && r.event() instanceof TrainingEvent.Validated)
        .anyMatch(
            e -> e instanceof TrainingEvent.OfRun r && r.event() instanceof TrainingEvent.Finished);
  }

  @Test
  @Tag("long")
  void search_trials_match_local_training() throws IOException {
    SearchOptions search = SearchOptions.DEFAULT.withTrials(4).withEta(2).withSteps(100);
    Path here = directory.resolve("here");
    Path there = directory.resolve("there");
    small().members(1).jobs(2).build().searchIn(RunFolder.at(here), search);
    elsewhere(small().members(1).jobs(2)).build().searchIn(RunFolder.at(there), search);
    assertThat(Folders.checkpoints(there)).hasSize(4).isEqualTo(Folders.checkpoints(here));
    assertThat(there.resolve("trials.csv")).hasSameTextualContentAs(here.resolve("trials.csv"));
  }

  @Test
  void a_resumed_run_matches_local_training() throws IOException {
    Path here = directory.resolve("here");
    Path there = directory.resolve("there");
    small().steps(400).build().fitIn(RunFolder.at(here)).close();
    AtomicBoolean stop = new AtomicBoolean();
    elsewhere(small().steps(400))
        .onProgress(e -> stop.set(true))
        .stopWhen(stop::get)
        .build()
        .fitIn(RunFolder.at(there))
        .close();
    assertThat(there.resolve("result.json")).doesNotExist();
    elsewhere(small().steps(400)).build().fitIn(RunFolder.at(there)).close();
    assertThat(Folders.checkpoints(there)).isEqualTo(Folders.checkpoints(here));
  }

  @Test
  void a_diverging_fit_is_reported() {
    OtdBuilder wild = elsewhere(small().set("training.learning_rate", 1e30));
    assertThatThrownBy(() -> wild.build().fitIn(RunFolder.at(directory.resolve("wild"))))
        .isInstanceOf(DivergedException.class)
        .hasMessageContaining("learning rate");
  }

  @Test
  void cluster_training_requires_a_directory() {
    Otd none = elsewhere(small()).build();
    assertThatThrownBy(none::fit)
        .isInstanceOf(InputException.class)
        .hasMessageContaining("threads without a directory (expected: fitIn");
  }
}
