// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.ginzburglandau;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.otd.table.internal.fields.FieldsFile;
import io.otd.table.internal.fields.ParametricFields;
import io.otd.train.internal.parallel.FairThreadPool;
import io.otd.train.internal.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GinzburgLandauCasesTest {
  private static final GinzburgLandauCases SMALL =
      new GinzburgLandauCases(GinzburgLandau.PAPER.withGrid(8), 5);

  @TempDir Path folder;

  private static GinzburgLandauFields solve(Workers workers) {
    return SMALL.solve(workers, done -> {}, () -> false).orElseThrow();
  }

  @Test
  void cases_solved_in_parallel_and_one_by_one_are_identical() {
    List<Integer> done = Collections.synchronizedList(new ArrayList<>());
    GinzburgLandauFields together =
        SMALL.solve(new FairThreadPool(3), done::add, () -> false).orElseThrow();
    GinzburgLandauFields alone = solve(Workers.ONE_BY_ONE);
    assertThat(together.fields().values()).isEqualTo(alone.fields().values());
    assertThat(together.residuals()).isEqualTo(alone.residuals());
    assertThat(done).containsExactlyInAnyOrder(1, 2, 3, 4, 5);
    assertThat(alone.unfinished()).isEmpty();
  }

  @Test
  void cases_and_points_are_in_order() {
    ParametricFields fields = solve(Workers.ONE_BY_ONE).fields();
    assertThat(fields.at().parameters()).isEqualTo(new double[][] {{0}, {.25}, {.5}, {.75}, {1}});
    assertThat(fields.at().coordinates()[1]).containsExactly(.0625, .1875);
    assertThat(fields.at().coordinates()[8]).containsExactly(.1875, .0625);
    Equilibrium third = SMALL.equation().solve(.5, () -> false).orElseThrow();
    assertThat(fields.value(2, 13, 0)).isEqualTo(third.field()[13]);
  }

  @Test
  void a_stopped_solve_returns_nothing() {
    AtomicInteger asked = new AtomicInteger();
    assertThat(SMALL.solve(new FairThreadPool(2), n -> {}, () -> asked.incrementAndGet() > 12))
        .isEmpty();
    // After the first task is told to stop, two running tasks may still ask once each, as may later
    // ones.
    assertThat(asked.get()).isLessThanOrEqualTo(12 + 5);
  }

  @Test
  void unconverged_cases_are_reported() {
    GinzburgLandau hasty = new GinzburgLandau(8, .04, .2, 1e-6, 25, 30);
    GinzburgLandauFields fields =
        new GinzburgLandauCases(hasty, 3)
            .solve(Workers.ONE_BY_ONE, n -> {}, () -> false)
            .orElseThrow();
    assertThat(fields.unfinished()).containsExactly(0., .5, 1.);
    assertThat(fields.steps()).containsExactly(30, 30, 30);
  }

  @Test
  void a_cached_result_is_found_only_by_its_settings() throws IOException {
    GinzburgLandauCache cache = new GinzburgLandauCache(folder.resolve("cache"));
    assertThat(cache.find(SMALL)).isEmpty();
    GinzburgLandauFields solved = solve(Workers.ONE_BY_ONE);
    GinzburgLandauCache.Card card = cache.put(SMALL, solved);
    assertThat(cache.find(SMALL)).contains(card);
    assertThat(FieldsFile.read(cache.file(SMALL)).values()).isEqualTo(solved.fields().values());
    for (GinzburgLandauCases other :
        List.of(
            new GinzburgLandauCases(SMALL.equation(), 6),
            new GinzburgLandauCases(SMALL.equation().withGrid(9), 5),
            new GinzburgLandauCases(new GinzburgLandau(8, .05, .2, 1e-6, 25, 12_000), 5))) {
      assertThat(cache.file(other)).isNotEqualTo(cache.file(SMALL));
      assertThat(cache.find(other)).isEmpty();
    }
  }

  @Test
  void a_damaged_or_missing_cache_file_is_ignored() throws IOException {
    GinzburgLandauCache cache = new GinzburgLandauCache(folder);
    cache.put(SMALL, solve(Workers.ONE_BY_ONE));
    byte[] bytes = Files.readAllBytes(cache.file(SMALL));
    bytes[bytes.length / 2] ^= 1;
    Files.write(cache.file(SMALL), bytes);
    assertThat(cache.find(SMALL)).isEmpty();
    Files.delete(cache.file(SMALL));
    assertThat(cache.find(SMALL)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 64, 255, 256, 257})
  void every_case_is_either_a_training_or_a_test_case(int cases) {
    GinzburgLandauSplit split = GinzburgLandauSplit.of(cases);
    boolean[] seen = new boolean[cases];
    for (int[] part : List.of(split.training(), split.test())) {
      assertThat(part).isNotEmpty();
      for (int index : part) {
        assertThat(seen[index]).isFalse();
        seen[index] = true;
      }
    }
    assertThat(split.training().length + split.test().length).isEqualTo(cases);
  }

  @Test
  void ranges_are_checked() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GinzburgLandauCases(GinzburgLandau.PAPER, 1))
        .withMessage("cases: 1 (expected: at least 2)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GinzburgLandau.PAPER.withGrid(1))
        .withMessage("grid: 1 (expected: from 2 to 4096)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GinzburgLandau(8, Double.NaN, .2, 1e-6, 25, 1))
        .withMessage("epsilon: NaN (expected: > 0, finite)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GinzburgLandau.PAPER.solve(Double.NaN, () -> false))
        .withMessage("mu: NaN (expected: inside [0, 1])");
  }
}
