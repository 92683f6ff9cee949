// SPDX-License-Identifier: Apache-2.0
package io.otd.app.data;

import io.otd.app.command.Answer;
import io.otd.app.command.Console;
import io.otd.app.command.OtdCommand;
import io.otd.app.table.CacheOptions;
import io.otd.app.table.TableFiles;
import io.otd.table.internal.openml.OpenMlReference;
import io.otd.table.read.TableCard;
import io.otd.train.internal.result.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Fetches a table. */
@Command(
    name = "get",
    mixinStandardHelpOptions = true,
    description = {
      "Download a data set or a task from OpenML and print the name of its file.",
      "Files are cached in OTD_CACHE; by default in otd in XDG_CACHE_HOME or ~/.cache."
          + " OTD_OPENML sets the address of another server.",
      "otd train uses the target, the ignored columns and the folds given by OpenML."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  otd data get openml:4353", "  otd data get openml:task/361234"})
final class DataGetCommand extends OtdCommand {
  @Parameters(paramLabel = "openml:ID", description = "Data set openml:ID, or task openml:task/ID.")
  private String reference = "";

  @Mixin private CacheOptions cache = new CacheOptions();

  @Option(
      names = "--server",
      paramLabel = "URL",
      description = "Address of another server. Default: OpenML.")
  private @Nullable String server;

  DataGetCommand(Console console) {
    super(console);
  }

  @Override
  public Answer run() throws IOException {
    Path file = files().cache().table(OpenMlReference.parse(reference), cache.again());
    say(file.toString());
    Optional<TableCard> card = TableCard.of(file);
    card.ifPresent(
        c ->
            console()
                .note(
                    "%s, licence %s; target %s, left out %s%s"
                        .formatted(
                            c.name(),
                            c.licence().isEmpty() ? "unknown" : c.licence(),
                            c.target().isEmpty() ? "none" : String.join(", ", c.target()),
                            c.ignore().isEmpty() ? "none" : String.join(", ", c.ignore()),
                            c.folds().isEmpty() ? "" : ", folds in " + c.folds())));
    return Answer.ok(
        new JsonObject()
            .with("file", file.toString())
            .with("name", card.map(TableCard::name))
            .with("licence", card.map(TableCard::licence))
            .with("target", card.map(TableCard::target))
            .with("ignore", card.map(TableCard::ignore))
            .with("folds", card.map(TableCard::folds))
            .with("sha256", card.map(TableCard::sha256)));
  }

  private TableFiles files() {
    Map<String, String> environment = cache.environment();
    if (server != null) {
      environment.put(TableFiles.SERVER, server);
    }
    return new TableFiles(console(), environment);
  }
}
