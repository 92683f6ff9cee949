// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.openml;

import io.otd.table.internal.download.LocalServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A local server with answers in OpenML's format, as of 2024. */
final class RecordedOpenMl implements AutoCloseable {
  static final String ARFF =
      """
      % 1. Title: made up
      @RELATION parcels
      @ATTRIBUTE id NUMERIC
      @ATTRIBUTE way {road,'the bridge'}
      @ATTRIBUTE length REAL
      @ATTRIBUTE minutes REAL
      @DATA
      1,road,1.5,7
      2,'the bridge',?,30
      3,road,2.5,9.5
      """;

  private static final String SPLITS =
      """
      @RELATION 'splits'
      @ATTRIBUTE type {TRAIN,TEST}
      @ATTRIBUTE rowid INTEGER
      @ATTRIBUTE repeat INTEGER
      @ATTRIBUTE fold INTEGER
      @DATA
      TRAIN,1,0,0
      TRAIN,2,0,0
      TEST,0,0,0
      TRAIN,0,0,1
      TEST,1,0,1
      TEST,2,0,1
      TEST,0,1,1
      TEST,1,1,0
      """;

  private final LocalServer server = new LocalServer();

  RecordedOpenMl() throws IOException {
    dataset(7, ARFF, md5(ARFF), "ARFF");
    server.answer("/data/v1/download/70/parcels.arff", LocalServer.body(200, ARFF));
    server.answer("/api_splits/get/9/Task_9_splits.arff", LocalServer.body(200, SPLITS));
    server.answer("/api/v1/json/task/9", LocalServer.body(200, task()));
    server.answer(
        "/api/v1/json/data/8",
        LocalServer.body(412, "{\"error\":{\"code\":\"111\",\"message\":\"Unknown dataset\"}}\n"));
  }

  LocalServer server() {
    return server;
  }

  URI base() {
    return server.base();
  }

  /** Another description of a data set. */
  void dataset(int id, String arff, String md5, String format) {
    server.answer(
        "/api/v1/json/data/" + id,
        LocalServer.body(
            200,
            """
            {"data_set_description":{"id":"%d","name":"parcels","version":"1","description":"**Author**: nobody",
            "format":"%s","creator":["A","B"],"upload_date":"2014-04-06T23:23:39","licence":"Public",
            "url":"%s\\/data\\/v1\\/download\\/70\\/parcels.arff","parquet_url":"%s\\/parcels.pq","file_id":"70",
            "default_target_attribute":"minutes","row_id_attribute":"id","ignore_attribute":["way","gone"],
            "tag":["study_1","uci"],"visibility":"public","status":"active","md5_checksum":"%s"}}
            """
                .formatted(id, format, server.base(), server.base(), md5)));
  }

  private String task() {
    return """
    {"task":{"task_id":"9","task_name":"Task 9: parcels (Supervised Regression)","task_type_id":"2",
    "task_type":"Supervised Regression","input":[
     {"name":"source_data","data_set":{"data_set_id":"7","target_feature":"length"}},
     {"name":"estimation_procedure","estimation_procedure":{"id":"7","type":"crossvalidation",
      "data_splits_url":"%s\\/api_splits\\/get\\/9\\/Task_9_splits.arff",
      "parameter":[{"name":"number_repeats","value":"2"},{"name":"number_folds","value":"2"},{"name":"percentage"}]}},
     {"name":"evaluation_measures","evaluation_measures":{"evaluation_measure":"mean_absolute_error"}}],
    "output":[{"name":"predictions","predictions":{"format":"ARFF"}}]}}
    """
        .formatted(server.base());
  }

  static String md5(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
      return "%032x".formatted(new BigInteger(1, digest));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
