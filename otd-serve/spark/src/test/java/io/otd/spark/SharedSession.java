// SPDX-License-Identifier: Apache-2.0
package io.otd.spark;

import org.apache.spark.sql.SparkSession;

/** One session for all tests, with two threads: starting it takes seconds. It ends with the JVM. */
public final class SharedSession {
  private SharedSession() {}

  /** The session. */
  public static SparkSession get() {
    return SparkSession.builder()
        .master("local[2]")
        .appName("otd-spark")
        .config("spark.ui.enabled", false)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", 2)
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.extensions", OtdExtensions.class.getName())
        .getOrCreate();
  }
}
