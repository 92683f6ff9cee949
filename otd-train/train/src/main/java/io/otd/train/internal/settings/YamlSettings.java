// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.settings;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.otd.core.internal.text.BriefText;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the settings of a YAML file as written: texts with their paths and lines, without
 * interpretation.
 */
public final class YamlSettings {
  private static final long MAX_BYTES = 1 << 20;

  private final String file;
  private final Path folder;
  private final JsonParser parser;
  private final List<RawSetting> found = new ArrayList<>();

  private YamlSettings(String file, Path folder, JsonParser parser) {
    this.file = file;
    this.folder = folder;
    this.parser = parser;
  }

  /**
   * Reads a file.
   *
   * @param path of a YAML file of at most 1 MB
   * @return its settings in order; the keys of nested ones are joined by dots
   * @throws InputException if it cannot be read, or is not YAML
   */
  public static List<RawSetting> read(Path path) {
    try {
      if (Files.isRegularFile(path) && Files.size(path) > MAX_BYTES) {
        throw new InputException(path + ": larger than 1 MB (expected: a settings file)");
      }
      String text = Files.readString(path);
      Path folder = path.toAbsolutePath().getParent();
      return parse(text, path.toString(), folder == null ? path.toAbsolutePath() : folder);
    } catch (NoSuchFileException e) {
      throw new InputException(path + ": no such file (expected: a settings file)");
    } catch (CharacterCodingException e) {
      throw new InputException(path + ": not UTF-8 text (expected: a settings file)");
    } catch (IOException e) {
      throw new InputException(path + ": " + e.getMessage() + " (expected: a settings file)");
    }
  }

  /** Reads a text. */
  public static List<RawSetting> parse(String text, String file, Path folder) {
    YAMLFactory factory =
        YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    try (JsonParser parser = factory.createParser(text)) {
      YamlSettings reader = new YamlSettings(file, folder, parser);
      reader.document();
      return reader.found;
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      String line = at == null ? "" : ", line " + at.getLineNr();
      throw new InputException(
          "%s%s: %s (expected: YAML such as \"model: {hidden: [64, 64]}\")"
              .formatted(file, line, oneLine(e.getOriginalMessage())));
    } catch (IOException e) {
      throw new InputException(file + ": " + oneLine(String.valueOf(e.getMessage())));
    }
  }

  private static String oneLine(String message) {
    String first = message.strip().split("\\R", 2)[0];
    return BriefText.of(first, 200);
  }

  private void document() throws IOException {
    JsonToken first = parser.nextToken();
    if (first == JsonToken.START_OBJECT) {
      object("");
    } else if (first != null && first != JsonToken.VALUE_NULL) {
      throw new InputException(
          file + ": no keys with values (expected: YAML such as \"model: {hidden: [64, 64]}\")");
    }
    if (parser.nextToken() != null) {
      throw new InputException(file + ": several documents (expected: one)");
    }
  }

  private void object(String prefix) throws IOException {
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String path = prefix + parser.currentName();
      int line = parser.currentTokenLocation().getLineNr();
      switch (parser.nextToken()) {
        case START_OBJECT -> object(path + ".");
        case START_ARRAY -> add(path, array(), line);
        case VALUE_NULL -> add(path, new RawValue.Nothing(), line);
        default -> add(path, scalar(parser.getText()), line);
      }
    }
  }

  private static RawValue scalar(String text) {
    return text.isEmpty() ? new RawValue.Nothing() : new RawValue.Text(text);
  }

  private RawValue array() throws IOException {
    List<String> items = new ArrayList<>();
    boolean nested = false;
    JsonToken token = parser.nextToken();
    while (token != JsonToken.END_ARRAY) {
      if (token.isStructStart()) {
        nested = true;
        parser.skipChildren();
      } else {
        items.add(parser.getText());
      }
      token = parser.nextToken();
    }
    return nested ? new RawValue.Nested() : new RawValue.Items(items);
  }

  private void add(String path, RawValue value, int line) {
    found.add(new RawSetting(path, value, file + ", line " + line, folder));
  }
}
