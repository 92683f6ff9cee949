// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.json.JsonDocument;
import io.otd.serve.json.JsonKind;
import io.otd.serve.json.JsonReader;
import io.otd.serve.json.MemberNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request that reports observations: {@code {"observations": [{"prediction_id":
 * "...", "row": n, "observed": ...}, ...]}}. A value is a number, a list in the order of the
 * targets, or an object by their names, {@code null} for one that was not observed. Other members
 * are rejected.
 */
public final class ObservationsRequestJson {
  private static final String OBSERVATIONS = "observations";
  private static final String LIST = "a list of objects";
  private static final String MEMBERS = "prediction_id, row, observed";

  private ObservationsRequestJson() {}

  /**
   * Reads the observations.
   *
   * @param body UTF-8
   * @throws ServingException INVALID_ARGUMENT, naming observation and member, if one is invalid
   */
  public static List<Observation> read(byte[] body) {
    JsonReader reader = JsonReader.of(body);
    List<Observation> observations = new ArrayList<>();
    Set<String> fields =
        MemberNames.distinct(
            reader,
            "",
            name -> {
              if (!name.equals(OBSERVATIONS)) {
                throw MemberNames.unknown("", name, OBSERVATIONS);
              }
              reader.require(reader.kind() == JsonKind.ARRAY, OBSERVATIONS, LIST);
              reader.elements(() -> observations.add(new One(observations.size()).read(reader)));
            });
    if (fields.isEmpty()) {
      throw JsonDocument.notGiven(OBSERVATIONS, LIST);
    }
    return observations;
  }

  /** One observation on its way in. */
  private static final class One {
    private final int place;
    private @Nullable String id;
    private OptionalInt row = OptionalInt.empty();
    private Observation.@Nullable Values values;

    One(int place) {
      this.place = place;
    }

    Observation read(JsonReader reader) {
      reader.require(
          reader.kind() == JsonKind.OBJECT, "observation " + place, "an object with " + MEMBERS);
      MemberNames.distinct(reader, at(""), name -> member(name, reader));
      if (id == null) {
        throw JsonDocument.notGiven(at("prediction_id"), "that of the reply");
      }
      if (values == null) {
        throw JsonDocument.notGiven(at("observed"), "the values");
      }
      return new Observation(id, row, values);
    }

    private void member(String name, JsonReader reader) {
      switch (name) {
        // No id is that long: a shortened one is still unknown, and keeps the response short.
        case "prediction_id" -> id = MemberNames.shortened(reader.text(at(name)));
        case "row" -> {
          reader.require(
              reader.isLong() && reader.integer() >= 0 && reader.integer() <= Integer.MAX_VALUE,
              at(name),
              "an integer, >= 0");
          row = OptionalInt.of((int) reader.integer());
        }
        case "observed" -> values = values(reader);
        default -> throw MemberNames.unknown(at(""), name, MEMBERS);
      }
    }

    private Observation.Values values(JsonReader reader) {
      return switch (reader.kind()) {
        case OBJECT -> byName(reader);
        case ARRAY -> inOrder(reader);
        default -> {
          reader.require(
              reader.kind() == JsonKind.NUMBER,
              at("observed"),
              "a number, or a list or an object of numbers");
          yield new Observation.InOrder(List.of(number("observed", reader)));
        }
      };
    }

    private Observation.Values inOrder(JsonReader reader) {
      List<Double> numbers = new ArrayList<>();
      reader.elements(() -> numbers.add(numberOrNull("observed", reader)));
      return some(new Observation.InOrder(numbers), numbers.stream().allMatch(v -> v.isNaN()));
    }

    private Observation.Values byName(JsonReader reader) {
      Map<String, Double> numbers = new LinkedHashMap<>();
      MemberNames.distinct(
          reader,
          at("observed: target "),
          name -> {
            String target = MemberNames.shortened(name);
            numbers.put(target, numberOrNull("observed: target \"%s\"".formatted(target), reader));
          });
      return some(
          new Observation.ByName(numbers), numbers.values().stream().allMatch(v -> v.isNaN()));
    }

    private Observation.Values some(Observation.Values observed, boolean none) {
      if (none) {
        throw ServingException.invalid(
            at("observed: no value (expected: that of one target at least)"));
      }
      return observed;
    }

    private double numberOrNull(String name, JsonReader reader) {
      return reader.kind() == JsonKind.NULL ? Double.NaN : number(name, reader);
    }

    private double number(String name, JsonReader reader) {
      reader.require(
          reader.kind() == JsonKind.NUMBER && Double.isFinite(reader.real()),
          at(name),
          "a finite number");
      return reader.real();
    }

    private String at(String text) {
      return "observation " + place + ": " + text;
    }
  }
}
