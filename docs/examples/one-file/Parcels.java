///usr/bin/env jbang "$0" "$@" ; exit $?
// SPDX-License-Identifier: Apache-2.0
//JAVA 17+
//REPOS mavenlocal,mavencentral
//DEPS io.otd:otd-train:0.1.0-SNAPSHOT
//DEPS io.otd:otd-light:0.1.0-SNAPSHOT

import io.otd.light.LightPredictor;
import io.otd.predict.Prediction;
import io.otd.table.Table;
import io.otd.train.FittedModel;
import io.otd.train.Otd;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Trains on a table, exports the model, and predicts with the export, without TensorFlow. */
public class Parcels {
  public static void main(String[] args) throws Exception {
    Path models = args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("models");
    try (FittedModel model = Otd.regression("minutes").steps(200).build().fit(deliveries(500))) {
      System.out.println("exported to " + model.export(models));
    }
    try (LightPredictor model = LightPredictor.open(models)) {
      Prediction parcel = model.predict(Map.of("distance_km", 16, "traffic", 0.6));
      System.out.println(parcel.mean() + " minutes, 90 % in " + parcel.interval(0.9));
    }
  }

  /** Past deliveries: the more traffic, the less certain they are. */
  private static Table deliveries(int rows) {
    Random random = new Random(1);
    List<Map<String, ?>> table = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      double distance = 1 + 29 * random.nextDouble();
      double traffic = random.nextDouble();
      double minutes = 5 + 2 * distance * (1 + traffic * random.nextDouble());
      table.add(Map.of("distance_km", distance, "traffic", traffic, "minutes", minutes));
    }
    return Table.ofMaps(table);
  }
}
