// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.trained.TestModels;
import io.otd.export.TestExports;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The files of the page, as served. */
@Tag("jdk")
class PageTest {
  private static final Pattern FILE = Pattern.compile("(?:src|href)=\"(/page/[^\"]+)\"");
  private static final Pattern IMPORT = Pattern.compile("from '\\./([^']+)'");

  private static RestServer server;

  @BeforeAll
  static void start() throws IOException {
    server = new RestServer(Map.of("first", TestExports.base(TestModels.MIXED)));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String text(HttpResponse<byte[]> reply) {
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  private static HttpResponse<byte[]> file(String path) throws IOException, InterruptedException {
    HttpResponse<byte[]> reply = server.get(path);
    assertThat(reply.statusCode()).as(path).isEqualTo(200);
    assertThat(reply.headers().firstValue("content-security-policy").orElse(""))
        .startsWith("default-src 'none'; script-src 'self';")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe", "http");
    assertThat(reply.headers().firstValue("x-content-type-options")).contains("nosniff");
    assertThat(text(reply).replace("http://www.w3.org/2000/svg", ""))
        .as("%s: nothing from elsewhere", path)
        .doesNotContain("http:", "https:", " style=\"", "onclick");
    return reply;
  }

  @Test
  void every_referenced_file_is_served_under_the_strict_policy() throws Exception {
    String page = text(file("/"));
    List<String> files = FILE.matcher(page).results().map(m -> m.group(1)).toList();
    assertThat(files).contains("/page/page.js", "/page/page.css");
    for (String path : files) {
      HttpResponse<byte[]> reply = file(path);
      if (path.endsWith(".js")) {
        assertThat(reply.headers().firstValue("content-type").orElse(""))
            .startsWith("text/javascript");
        for (String imported :
            IMPORT.matcher(text(reply)).results().map(m -> m.group(1)).toList()) {
          file("/page/" + imported);
        }
      }
    }
    assertThat(server.get("/page/none.js").statusCode()).isEqualTo(404);
  }

  @Test
  void every_control_has_a_label() throws Exception {
    String page = text(file("/"));
    for (Matcher control =
            Pattern.compile("<(?:select|input|textarea) id=\"(\\w+)\"").matcher(page);
        control.find(); ) {
      String before = page.substring(0, control.start());
      boolean inside = before.lastIndexOf("<label") > before.lastIndexOf("</label>");
      assertThat(inside || page.contains("for=\"" + control.group(1) + "\""))
          .as(control.group())
          .isTrue();
    }
  }
}
