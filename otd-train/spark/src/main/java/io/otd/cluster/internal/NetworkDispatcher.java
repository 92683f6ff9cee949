// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * The driver of the Spark application: it runs each order that it reads as a job of one task, and
 * reports its outcome. It ends when its input ends, for example because the process that started it
 * was killed.
 */
public final class NetworkDispatcher {
  private final JavaSparkContext spark;
  private final PrintStream answers;

  private NetworkDispatcher(JavaSparkContext spark, PrintStream answers) {
    this.spark = spark;
    this.answers = answers;
  }

  /** Runs until the end of its input. */
  public static void main(String[] args) throws IOException {
    PrintStream answers = System.out;
    System.setOut(System.err); // Spark's output belongs in the log
    SparkConf conf =
        new SparkConf()
            .setIfMissing("spark.app.name", "otd")
            // A second machine on the same network would be a waste: both give the same numbers.
            .set("spark.speculation", "false");
    try (JavaSparkContext spark = new JavaSparkContext(conf)) {
      new NetworkDispatcher(spark, answers).run();
    }
    System.exit(0); // running jobs are no longer needed
  }

  private void run() throws IOException {
    answer(new DispatcherAnswer(DispatcherAnswer.Kind.READY, "", ""));
    // One thread per open order; each waits for its job. The client limits the number of orders.
    ExecutorService jobs = Executors.newCachedThreadPool(NetworkDispatcher::daemon);
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String order;
    while ((order = orders.readLine()) != null) {
      String path = order;
      jobs.execute(() -> job(path));
    }
    jobs.shutdownNow();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "otd-job");
    thread.setDaemon(true);
    return thread;
  }

  private void job(String order) {
    try {
      spark.setJobDescription(order);
      spark.parallelize(List.of(order), 1).foreach(new NetworkTask(false));
      answer(new DispatcherAnswer(DispatcherAnswer.Kind.DONE, order, ""));
    } catch (Exception | LinkageError e) {
      answer(new DispatcherAnswer(DispatcherAnswer.Kind.LOST, order, e.toString()));
    }
  }

  private synchronized void answer(DispatcherAnswer answer) {
    answers.println(answer.line());
    answers.flush();
  }
}
