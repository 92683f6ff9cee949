// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.otd.core.internal.layer.Precision;
import io.otd.paper.experiment.Scale;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.page.TerminalReport;
import io.otd.train.internal.study.StudyFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimingSweepTest {
  private static final Path PAPER = Path.of("../../../shared/paper/otd.tex");

  @TempDir Path folder;
  private final List<String> notes = new ArrayList<>();

  /** A millisecond passes between two readings of the clock. */
  private final AtomicLong nanos = new AtomicLong();

  private TimingSweep sweep(String version, BooleanSupplier stop) {
    return new TimingSweep(
        Scale.QUICK,
        Precision.FLOAT32,
        List.of(0L, 1L),
        new StudyFiles(folder, Map.of("OTD", version), notes::add),
        () -> nanos.addAndGet(1_000_000),
        stop,
        notes::add,
        notes::add);
  }

  @Test
  @Tag("long")
  void the_quick_sweep_times_and_saves_the_rows_of_the_paper() throws IOException {
    TimingResult result = sweep("1", () -> false).run().orElseThrow();
    assertThat(result.runs()).hasSize(24).allMatch(TimingRun::compiled);
    assertThat(result.runs()).allMatch(run -> run.millis().length == 3);
    // A millisecond per call of two steps; an epoch of four cases has two steps.
    for (TimingConfiguration c : TimingConfiguration.all()) {
      assertThat(result.millis(c).mean()).isCloseTo(.5, within(1e-12));
      assertThat(result.millis(c).sd()).isZero();
      assertThat(result.seconds(c).mean()).isCloseTo(1, within(1e-12));
      assertThat(result.speedup(c)).isCloseTo(1, within(1e-12));
      assertThat(result.gigaflops(c))
          .isCloseTo(
              StepOperations.of(c.plan(TimingSizes.of(Scale.QUICK))).total() / .5e6, within(1e-9));
    }
    TimingReport report = new TimingReport(result);
    Page page = report.page(Map.of());
    assertThat(TerminalReport.lines(page.sections().get(1)))
        .hasSize(14)
        .last()
        .asString()
        .contains("extrapolated");
    assertThat(page.sections().get(1).blocks().get(0))
        .isInstanceOfSatisfying(Block.Table.class, table -> assertThat(table.rows()).hasSize(12));
    notes.clear();
    Optional<TimingResult> again = sweep("1", () -> true).run();
    assertThat(again.orElseThrow().json(Map.of())).isEqualTo(result.json(Map.of()));
    assertThat(notes).hasSize(24).allMatch(note -> note.endsWith("done before"));
  }

  @Test
  @Tag("long")
  void a_stopped_sweep_resumes_unless_something_has_changed() throws IOException {
    int calls =
        TimingSizes.of(Scale.QUICK).warmUpCalls() + TimingSizes.of(Scale.QUICK).timedCalls();
    AtomicLong left = new AtomicLong(calls + 1);
    assertThat(sweep("1", () -> left.getAndDecrement() <= 0).run()).isEmpty();
    assertThat(folder.resolve("reference-0.json")).exists();
    assertThat(folder.resolve("reference-1.json")).doesNotExist();
    assertThat(sweep("1", () -> true).run()).isEmpty();
    assertThat(notes).last().asString().isEqualTo("Reference seed 0: done before");
    assertThat(sweep("2", () -> true).run()).isEmpty();
    assertThat(notes).last().asString().contains("it is done again");
  }

  @Test
  void an_epoch_at_the_scale_of_the_paper_matches_the_paper() {
    assertThat(TimingSizes.of(Scale.PAPER).stepsPerEpoch()).isEqualTo(51);
    assertThat(TimingSizes.of(Scale.PAPER).whole()).isTrue();
    assertThat(
            TimingSizes.of(Scale.PAPER).warmUpCalls() * TimingSizes.of(Scale.PAPER).stepsPerCall())
        .isEqualTo(5 * 51);
    assertThat(TimingSizes.of(Scale.REDUCED).whole()).isFalse();
    assertThat(
            TimingConfiguration.REFERENCE.plan(TimingSizes.of(Scale.PAPER)).batches().batchRows())
        .isEqualTo(8192);
  }

  /** Label aside: K_ES, K_kin, L, grid, time, its deviation, speedup. */
  @Test
  void the_configurations_match_the_table_of_the_paper() throws IOException {
    assumeTrue(Files.exists(PAPER), PAPER + " is not there");
    String text = Files.readString(PAPER);
    String table = text.substring(text.indexOf("\\label{tab:timesweep}"));
    Matcher row =
        Pattern.compile(
                "& (\\d) & (\\d) & (\\d) & \\$(\\d+)\\^2\\$ & \\$([\\d.]+) \\\\pm ([\\d.]+)\\$"
                    + " & \\$([\\d.]+)\\\\times\\$")
            .matcher(table.substring(0, table.indexOf("\\end{tabular}")));
    for (TimingConfiguration c : TimingConfiguration.all()) {
      assertThat(row.find()).as(c.label()).isTrue();
      assertThat(c.draws()).isEqualTo(Integer.parseInt(row.group(1)));
      assertThat(c.actionDraws()).isEqualTo(Integer.parseInt(row.group(2)));
      assertThat(c.steps()).isEqualTo(Integer.parseInt(row.group(3)));
      assertThat(c.grid()).isEqualTo(Integer.parseInt(row.group(4)));
      assertThat(c.paper().mean()).isEqualTo(Double.parseDouble(row.group(5)));
      assertThat(c.paper().sd()).isEqualTo(Double.parseDouble(row.group(6)));
      assertThat(c.paperSpeedup()).isEqualTo(Double.parseDouble(row.group(7)));
    }
    assertThat(row.find()).isFalse();
  }
}
