// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.provenance.Provenance;
import io.otd.table.internal.split.FoldSource;
import io.otd.table.internal.split.Folds;
import io.otd.table.internal.url.DatabaseUrl;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.result.JsonText;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsJson;
import io.otd.train.settings.SettingsReader;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tensorflow.TensorFlow;

/** Describes the provenance of a model. */
public final class ModelProvenance {
  /** Beside the settings: SHA-256 of the file of given folds, if there is one. */
  public static final String FOLDS_SHA256 = "data.folds_sha256";

  /** Beside the settings: SHA-256 of the table of the model that was trained further, if any. */
  public static final String EARLIER_SHA256 = "training.from_data_sha256";

  /** The columns that only named rows in training, a JSON list; only where there are any. */
  public static final String IDENTIFIERS = "columns.identifiers";

  private ModelProvenance() {}

  /**
   * The provenance of a run.
   *
   * @param settings of the run; of file names and databases, only the last part is stored, because
   *     a model may be passed on
   * @param flags native flags in force
   * @param clock for the time
   */
  public static Provenance of(Settings settings, PreparedTable data, String flags, Clock clock) {
    Map<String, String> flat = new LinkedHashMap<>(settings.flat());
    settings.data().file().ifPresent(f -> flat.put("data.file", lastPart(f)));
    settings
        .data()
        .database()
        .ifPresent(url -> flat.put("data.database", DatabaseUrl.withoutHost(url)));
    settings.data().fields().ifPresent(f -> flat.put("data.fields", lastPart(f)));
    settings
        .data()
        .folds()
        .flatMap(FoldSource::file)
        .ifPresent(f -> flat.put("data.folds", lastPart(f)));
    data.folds().flatMap(Folds::sha256).ifPresent(sha256 -> flat.put(FOLDS_SHA256, sha256));
    settings.training().from().ifPresent(f -> flat.put("training.from", lastPart(f)));
    data.from().ifPresent(earlier -> flat.put(EARLIER_SHA256, earlier.provenance().dataHash()));
    if (!data.fit().identifiers().isEmpty()) {
      flat.put(IDENTIFIERS, JsonText.of(data.fit().identifiers()));
    }
    return new Provenance(
        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString(),
        BuildVersion.version(),
        TensorFlow.version(),
        Runtime.version().toString(),
        flags,
        BuildVersion.commit(),
        data.source().sha256(),
        flat);
  }

  /**
   * The settings of a run, as far as its model tells: of files, only the last part of their names.
   *
   * @throws io.otd.table.problem.InputException if they are of a version with other settings
   */
  static Settings settings(Provenance of) {
    Set<String> known = new SettingsReader().settings().flat().keySet();
    SettingsReader reader = new SettingsReader();
    SettingsJson.of(of.settings())
        .forEach(
            (path, value) -> {
              if (known.contains(path)) {
                add(reader, path, value);
              }
            });
    return reader.settings();
  }

  private static void add(SettingsReader reader, String path, @Nullable Object value) {
    String origin = "the model";
    if (value == null) {
      reader.assignment(path, "null", origin);
    } else if (value instanceof List<?> items) {
      reader.value(path, items.stream().map(String::valueOf).toList(), origin);
    } else {
      reader.value(path, List.of(value.toString()), origin);
    }
  }

  /** The columns that only named rows in training, possibly none. */
  public static List<String> identifiers(Map<String, String> settings) {
    try {
      return List.of(
          new ObjectMapper().readValue(settings.getOrDefault(IDENTIFIERS, "[]"), String[].class));
    } catch (JsonProcessingException e) {
      return List.of(); // from another version of OTD
    }
  }

  /** Everything but the settings, by the names that answers and results have for them. */
  public static Map<String, Object> json(Provenance from) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("created", from.created());
    json.put("otd", from.otdVersion());
    json.put("commit", from.commit());
    json.put("tensorflow", from.tensorflowVersion());
    json.put("java", from.javaVersion());
    json.put("flags", from.flags());
    json.put("data_sha256", from.dataHash());
    return json;
  }

  private static String lastPart(Path file) {
    return String.valueOf(file.getFileName());
  }
}
