// SPDX-License-Identifier: Apache-2.0

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.RequestHeaders;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Unary gRPC calls at the times of a Poisson process, whether or not earlier ones are answered, as
 * streams of one connection. A latency counts from the intended start. Prints what OpenLoop prints,
 * then the number of all calls, those of the warm-up too.
 *
 * <pre>java -cp OTD GrpcOpenLoop.java URL FILE RATE SECONDS</pre>
 *
 * with the framed message in the file.
 */
class GrpcOpenLoop {
  private static final long SEED = 1;

  public static void main(String[] args) throws Exception {
    if (args.length != 4) {
      System.err.println("usage: java -cp OTD GrpcOpenLoop.java URL FILE RATE SECONDS");
      System.exit(2);
    }
    URI url = URI.create(args[0]);
    HttpData message = HttpData.wrap(Files.readAllBytes(Path.of(args[1])));
    double rate = Double.parseDouble(args[2]);
    double seconds = Double.parseDouble(args[3]);
    RequestHeaders head =
        RequestHeaders.builder(HttpMethod.POST, url.getPath())
            .add("content-type", "application/grpc")
            .add("te", "trailers")
            .build();
    try (ClientFactory clients = ClientFactory.builder().build()) {
      WebClient client =
          WebClient.builder("h2c://" + url.getAuthority())
              .factory(clients)
              .responseTimeoutMillis(60_000)
              .build();
      int before = 0;
      for (int i = 1; i <= 4; i++) { // Meanwhile the JVM compiles the client's code.
        before += run(client, head, message, rate * i / 4, 1).length;
      }
      report(run(client, head, message, rate, seconds), seconds, before);
    }
  }

  /** Latencies in nanoseconds; that of a failed call is negative. */
  private static long[] run(
      WebClient client, RequestHeaders head, HttpData message, double rate, double seconds)
      throws InterruptedException {
    long[] latencies = new long[(int) (2 * rate * seconds) + 1000];
    AtomicInteger answered = new AtomicInteger();
    Semaphore ended = new Semaphore(0);
    SplittableRandom random = new SplittableRandom(SEED);
    double next = System.nanoTime();
    double end = next + seconds * 1e9;
    int sent = 0;
    while (next < end) {
      long left = (long) next - System.nanoTime();
      if (left > 0) {
        LockSupport.parkNanos(left);
        continue;
      }
      long intended = (long) next;
      client
          .execute(HttpRequest.of(head, message))
          .aggregate()
          .whenComplete(
              (reply, failure) -> {
                long latency = System.nanoTime() - intended;
                boolean ok = failure == null && isOk(reply);
                latencies[answered.getAndIncrement()] = ok ? latency : -latency;
                ended.release();
              });
      sent++;
      next -= Math.log(1 - random.nextDouble()) / rate * 1e9;
    }
    ended.acquire(sent);
    return Arrays.copyOf(latencies, sent);
  }

  private static boolean isOk(AggregatedHttpResponse reply) {
    return "0".equals(reply.trailers().get("grpc-status"));
  }

  private static void report(long[] latencies, double seconds, int before) {
    int sent = latencies.length;
    long failed = Arrays.stream(latencies).filter(latency -> latency < 0).count();
    Arrays.sort(latencies);
    System.out.printf(
        Locale.ROOT,
        "%d %.0f %.3f %.3f %.3f %d %d%n",
        sent,
        sent / seconds,
        latencies[(int) (.5 * sent)] / 1e6,
        latencies[(int) (.99 * sent)] / 1e6,
        latencies[(int) (.999 * sent)] / 1e6,
        failed,
        before + sent);
    if (failed > 0) {
      System.exit(1);
    }
  }
}
