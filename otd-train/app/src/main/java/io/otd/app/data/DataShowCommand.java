// SPDX-License-Identifier: Apache-2.0
package io.otd.app.data;

import io.otd.app.command.Answer;
import io.otd.app.command.Console;
import io.otd.app.command.OtdCommand;
import io.otd.app.rows.NameList;
import io.otd.app.table.TableFiles;
import io.otd.app.table.TableOptions;
import io.otd.core.internal.text.NumberText;
import io.otd.table.Column;
import io.otd.table.ColumnProfile;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.internal.encoding.SchemaInference;
import io.otd.table.internal.encoding.SupportFit;
import io.otd.table.problem.Quoted;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.DataFile;
import io.otd.table.read.TableCard;
import io.otd.table.read.TableReader;
import io.otd.train.internal.result.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what is in a table. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Show the columns of a table: kind, missing cells, range.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  otd data show table.csv",
      "  otd data show --query \"select * from 'sales/*.parquet' where year = 2025\""
    })
final class DataShowCommand extends OtdCommand {
  private static final String HEAD = "column";

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description =
          "Table: CSV, ARFF, Parquet or JSON lines; a folder or pattern of files; jdbc:... for a"
              + " database; openml:ID.")
  private @Nullable String table;

  @Option(
      names = "--target",
      paramLabel = "COL,COL",
      description =
          "Show which values these columns would take as targets; a name that holds a comma in"
              + " double quotes. Default: the targets of the table's card.")
  private @Nullable List<String> target;

  @Mixin private TableOptions options = new TableOptions();

  DataShowCommand(Console console) {
    super(console);
  }

  @Override
  public Answer run() throws IOException {
    DataFile file =
        TableReader.read(
            new TableFiles(console()).address(Optional.ofNullable(table), options.query()),
            ColumnSelection.toShow(),
            options.format());
    file.notes().forEach(console()::note);
    SchemaInference.oddities(file.table()).forEach(console()::note);
    List<ColumnProfile> columns = file.table().columns().stream().map(Column::summary).toList();
    say(
        "%s: %s, %s, %s a row"
            .formatted(
                file.name(),
                NumberText.counted(file.table().rows(), "row"),
                NumberText.counted(columns.size(), "column"),
                NumberText.counted(file.table().bytesPerRow(), "byte")));
    int width = columns.stream().mapToInt(c -> Quoted.plain(c.name()).length()).max().orElse(0);
    String line = "  %-" + Math.max(HEAD.length(), width) + "s  %-7s  %8s  %8s  %s";
    say(line.formatted(HEAD, "kind", "missing", "distinct", "values"));
    columns.forEach(
        c ->
            say(
                line.formatted(
                    Quoted.plain(c.name()), c.kind(), c.missing(), c.distinct(), c.values())));
    Optional<TableCard> card = table == null ? Optional.empty() : card(table);
    card.ifPresent(
        c -> say("target " + c.target() + ", left out " + c.ignore() + ", from " + c.source()));
    Map<String, String> values = targetValues(file.table(), card);
    values.forEach((name, words) -> say("values of " + Quoted.plain(name) + ": " + words));
    return Answer.ok(
        new JsonObject()
            .with("file", file.name())
            .with("sha256", file.sha256())
            .with("rows", file.table().rows())
            .with("bytes_per_row", file.table().bytesPerRow())
            .with("columns", columns)
            .with("target_values", values.isEmpty() ? null : values)
            .with("target", card.map(TableCard::target))
            .with("ignore", card.map(TableCard::ignore)));
  }

  /** Bounds and steps, as training infers them from its rows. */
  private Map<String, String> targetValues(Table rows, Optional<TableCard> card) {
    List<String> named = target == null ? List.of() : NameList.all("--target", target);
    rows.require("--target", named);
    List<String> targets =
        target != null
            ? named
            : card.map(TableCard::target).orElse(List.of()).stream()
                .filter(rows.names()::contains)
                .filter(name -> !(rows.column(name) instanceof TextColumn))
                .toList();
    Map<String, String> values = new LinkedHashMap<>();
    targets.forEach(
        name -> values.put(name, SupportFit.found(name, rows.numbers(name)).description()));
    return values;
  }

  private Optional<TableCard> card(String name) throws IOException {
    Optional<Path> file =
        new TableFiles(console()).address(Optional.of(name), Optional.empty()).file();
    return file.isPresent() ? TableCard.of(file.get()) : Optional.empty();
  }
}
