// SPDX-License-Identifier: Apache-2.0

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Requests at the times of a Poisson process, whether or not earlier ones are answered. A latency
 * counts from the intended start: a request that waits for a connection waits as a client would.
 *
 * <pre>java OpenLoop.java URL BODY RATE SECONDS CONNECTIONS</pre>
 */
class OpenLoop {
  private static final long SEED = 1;
  private static final long END = Long.MIN_VALUE;

  private final byte[] request;
  private final URI url;
  private final LinkedTransferQueue<Long> due = new LinkedTransferQueue<>();
  private final AtomicInteger failed = new AtomicInteger();

  private OpenLoop(URI url, String body) {
    this.url = url;
    String head =
        "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n\r\n"
            .formatted(url.getPath(), url.getAuthority(), body.length());
    request = (head + body).getBytes(StandardCharsets.US_ASCII);
  }

  public static void main(String[] args) throws Exception {
    if (args.length != 5) {
      System.err.println("usage: java OpenLoop.java URL BODY RATE SECONDS CONNECTIONS");
      System.exit(2);
    }
    new OpenLoop(URI.create(args[0]), args[1])
        .run(Double.parseDouble(args[2]), Double.parseDouble(args[3]), Integer.parseInt(args[4]));
  }

  private void run(double rate, double seconds, int connections) throws Exception {
    List<long[]> latencies = new ArrayList<>();
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      Thread client = new Thread(() -> ask(latencies));
      client.start();
      clients.add(client);
    }
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
      due.add((long) next);
      sent++;
      next -= Math.log(1 - random.nextDouble()) / rate * 1e9;
    }
    for (int i = 0; i < connections; i++) {
      due.add(END);
    }
    for (Thread client : clients) {
      client.join();
    }
    report(sent, seconds, latencies);
  }

  private void report(int sent, double seconds, List<long[]> latencies) {
    long[] all = latencies.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    System.out.printf(
        Locale.ROOT,
        "%d %.0f %.3f %.3f %.3f %d%n",
        sent,
        sent / seconds,
        at(all, .5),
        at(all, .99),
        at(all, .999),
        failed.get());
    if (failed.get() > 0) {
      System.exit(1);
    }
  }

  /** In milliseconds. */
  private static double at(long[] ascending, double p) {
    return ascending.length == 0 ? Double.NaN : ascending[(int) (p * ascending.length)] / 1e6;
  }

  /** One connection: takes due requests, the earliest first. */
  private void ask(List<long[]> latencies) {
    long[] own = new long[1024];
    int count = 0;
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      InputStream in = new BufferedInputStream(socket.getInputStream());
      for (long intended = due.take(); intended != END; intended = due.take()) {
        out.write(request);
        if (!answered(in)) {
          failed.incrementAndGet();
        }
        own = count < own.length ? own : Arrays.copyOf(own, 2 * count);
        own[count++] = System.nanoTime() - intended;
      }
    } catch (IOException | InterruptedException e) {
      failed.incrementAndGet();
      System.err.println(e);
    }
    synchronized (latencies) {
      latencies.add(Arrays.copyOf(own, count));
    }
  }

  /** Reads a response; whether its status is 200. */
  private static boolean answered(InputStream in) throws IOException {
    String status = line(in);
    int length = 0;
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      if (header.regionMatches(true, 0, "content-length:", 0, 15)) {
        length = Integer.parseInt(header.substring(15).strip());
      }
    }
    in.skipNBytes(length);
    return status.startsWith("HTTP/1.1 200");
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server has closed the connection");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }
}
