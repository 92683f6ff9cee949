// SPDX-License-Identifier: Apache-2.0
import java.net.HttpURLConnection;
import java.net.URI;

/** Exits with 0 if a URL answers 200: an image without a shell has no curl. */
class Healthcheck {
  public static void main(String[] args) throws Exception {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(args[0]).toURL().openConnection();
    connection.setConnectTimeout(2000);
    connection.setReadTimeout(2000);
    System.exit(connection.getResponseCode() == 200 ? 0 : 1);
  }
}
