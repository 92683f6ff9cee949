// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.internal.text.NumberText;
import io.otd.table.problem.InputException;
import io.otd.train.internal.settings.BooleanKind;
import io.otd.train.internal.settings.FoldsKind;
import io.otd.train.internal.settings.ListKind;
import io.otd.train.internal.settings.NumberKind;
import io.otd.train.internal.settings.OptionalKind;
import io.otd.train.internal.settings.PathKind;
import io.otd.train.internal.settings.RawValue;
import io.otd.train.internal.settings.SettingKey;
import io.otd.train.internal.settings.ValueKind;
import io.otd.train.internal.settings.YamlSettings;
import io.otd.train.internal.settings.YamlText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Settings as JSON: numbers, booleans, lists, texts and null, instead of the texts of a
 * configuration file.
 */
public final class SettingsJson {
  private SettingsJson() {}

  /**
   * From texts to values.
   *
   * @param texts by path, see {@link Settings#flat}; unknown settings stay texts
   * @return numbers, booleans, lists, texts and null, in the same order
   */
  public static Map<String, @Nullable Object> of(Map<String, String> texts) {
    Map<String, ValueKind> kinds =
        Settings.TREE.keys(Settings.STANDARD).stream()
            .collect(Collectors.toMap(SettingKey::path, SettingKey::kind));
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    texts.forEach(
        (path, text) -> {
          ValueKind kind = kinds.get(path);
          values.put(path, kind == null ? text : value(kind, text));
        });
    return values;
  }

  /** All settings. */
  public static Map<String, @Nullable Object> of(Settings settings) {
    return of(settings.flat());
  }

  private static @Nullable Object value(ValueKind kind, String text) {
    try {
      return value(kind, raw(kind, text));
    } catch (InputException | NumberFormatException e) {
      return text; // from another version of OTD
    }
  }

  private static RawValue raw(ValueKind kind, String text) {
    // The origin of a model holds a plain file name, which need not be valid YAML.
    boolean plain = item(kind) instanceof PathKind && !text.startsWith("\"");
    if (plain && !text.equals("null")) {
      return new RawValue.Text(text);
    }
    return YamlSettings.parse("value: " + text, "settings", Path.of("")).get(0).value();
  }

  private static ValueKind item(ValueKind kind) {
    return kind instanceof OptionalKind optional ? optional.item() : kind;
  }

  private static @Nullable Object value(ValueKind kind, RawValue raw) {
    if (raw instanceof RawValue.Items items && item(kind) instanceof ListKind list) {
      List<@Nullable Object> values = new ArrayList<>();
      items.items().forEach(i -> values.add(value(list.item(), new RawValue.Text(i))));
      return values;
    }
    if (!(raw instanceof RawValue.Text given)) {
      return null;
    }
    String text = given.text();
    ValueKind one = item(kind);
    if (one instanceof NumberKind number) {
      return number.whole() ? (Number) Long.valueOf(text) : (Number) Double.valueOf(text);
    }
    if (one instanceof FoldsKind && text.matches("[0-9]+")) {
      return Integer.valueOf(text);
    }
    return one instanceof BooleanKind ? (Object) Boolean.valueOf(text) : text;
  }

  /**
   * From values to texts.
   *
   * @param json an object of settings, also one that has texts of every value
   * @return by path, as in a configuration file; texts without quotes
   */
  public static Map<String, String> texts(JsonNode json) {
    Map<String, String> texts = new LinkedHashMap<>();
    json.properties().forEach(e -> texts.put(e.getKey(), text(e.getValue())));
    return texts;
  }

  private static String text(JsonNode value) {
    if (!value.isArray()) {
      return plain(value);
    }
    List<String> items = new ArrayList<>();
    value.forEach(
        item -> items.add(item.isTextual() ? YamlText.quoted(item.asText()) : plain(item)));
    return "[" + String.join(", ", items) + "]";
  }

  private static String plain(JsonNode value) {
    return value.isFloatingPointNumber() ? NumberText.exact(value.doubleValue()) : value.asText();
  }
}
