// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.schema.TargetSupport;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.export.TestExports;
import io.otd.predict.Prediction;
import io.otd.serve.OtdPredictor;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page as a browser shows it. */
@Tag("long")
class PageInBrowserTest {
  private static final int DRAWS = 30;
  private static final Pattern VALUE = Pattern.compile("<data value=\"([^\"]+)\">");

  /** Shown, that is. */
  private static final Pattern KEY_FORM = Pattern.compile("<form id=\"key\"(?![^>]* hidden)");

  @TempDir private static Path root;
  private static RestServer server;
  private static Path base;

  @BeforeAll
  static void start() throws IOException {
    base = root.resolve("model");
    SavedModelExporter.export(
        TestModels.MIXED.model(), base, ExportOptions.DEFAULT.withBank(DRAWS));
    Map<String, Path> served = new HashMap<>();
    served.put("first", base);
    served.put("second one", base);
    served.put("watched", base);
    Map<String, TrainedModel> others =
        Map.of(
            "whole", with(TargetSupport.REAL.with(new TargetSupport.Lattice(1, 10))),
            "bounded", with(TargetSupport.between(-51.5, Double.POSITIVE_INFINITY)),
            "one value", with(TargetSupport.between(100, Double.POSITIVE_INFINITY)));
    for (Map.Entry<String, TrainedModel> other : others.entrySet()) {
      Path place = root.resolve(other.getKey());
      SavedModelExporter.export(other.getValue(), place, ExportOptions.DEFAULT);
      served.put(other.getKey(), place);
    }
    served.put("with trees", TestExports.base(TestModels.FOREST));
    server =
        new RestServer(
            served, given -> given.with(Map.of("watch.monitor_by", Optional.of("month"))));
  }

  /** The target of this model has location -52 and scale 10. */
  private static TrainedModel with(TargetSupport support) {
    return TestModels.EULER.withTargets(target -> target.with(support));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String text(HttpResponse<byte[]> reply) {
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  @Test
  void the_page_shows_the_values_of_the_predictor() throws Exception {
    String row =
        "{\"age\": 31.5, \"month\": \"f\u00e9v\", \"size (m)\": 1.8, \"smoker?\": \"yes\","
            + " \"c\": \"b\", \"new\": \"true\"}";
    String dom =
        dom(
            "#model=second+one&feature=month&row="
                + URLEncoder.encode(row, StandardCharsets.UTF_8));
    Map<String, Object> cells =
        Map.of(
            "age",
            31.5,
            "month",
            "f\u00e9v",
            "size (m)",
            1.8,
            "smoker?",
            "yes",
            "c",
            "b",
            "new",
            "true");
    List<Float> expected = new ArrayList<>();
    try (OtdPredictor predictor = OtdPredictor.open(base)) {
      Prediction prediction = predictor.predict(cells);
      expected.add((float) prediction.mean(0));
      expected.add((float) prediction.std(0));
      for (double q : new double[] {.05, .25, .5, .75, .95}) {
        expected.add((float) prediction.quantile(0, q));
      }
    }
    assertThat(VALUE.matcher(dom).results().map(m -> Float.parseFloat(m.group(1))).toList())
        .as(dom)
        .isEqualTo(expected);
    assertThat(dom).contains("second one, version 1, " + DRAWS + " draws");
    // Charts: the density, the intervals, and the effect of a text column.
    assertThat(Pattern.compile("<svg ").matcher(dom).results().count()).isEqualTo(3);
    assertThat(dom).contains("Mean of cost over month: from ");
  }

  @Test
  void the_page_shows_errors_of_the_server() throws Exception {
    String row = URLEncoder.encode("{\"new\": \"perhaps\"}", StandardCharsets.UTF_8);
    assertThat(dom("#model=first&row=" + row))
        .contains("column \"new\": \"perhaps\" (expected: false or true)");
  }

  @Test
  void the_page_shows_how_to_report_observations() throws Exception {
    String dom = dom("#model=second+one");
    assertThat(dom)
        .contains("No value of cost has been observed yet; 0 predictions wait for one.")
        .contains("curl -d '{\"rows\":[{\"age\":40,", "/v1/models/second%20one:distribution")
        .contains("curl -d '{\"observations\":[{\"prediction_id\":\"ID\",\"observed\":{\"cost\":0,")
        .contains("/v1/models/second%20one:observe");
    assertThat(text(server.get("/v1/models/second%20one:monitor"))).contains("\"waiting\": 0");
  }

  @Test
  void a_clipped_number_is_flagged_and_marked_at_the_edge() throws Exception {
    String row = URLEncoder.encode("{\"age\": 300}", StandardCharsets.UTF_8);
    assertThat(dom("#model=first&feature=age&row=" + row))
        .contains("Beyond the bounds: the model uses 110.", "300 \u2192</text>");
    assertThat(dom("#model=first&feature=age")).doesNotContain("Beyond", "\u2192");
  }

  private static Browser browser(String fragment) throws IOException, InterruptedException {
    Optional<Path> executable = Browser.executable();
    assumeTrue(executable.isPresent(), "no chromium on the path: the page is not looked at");
    Path profile = Files.createTempDirectory(root, "profile");
    Browser browser =
        new Browser(executable.orElseThrow(), profile, server.address() + "/" + fragment);
    browser.await("document.querySelector('#effect svg')");
    return browser;
  }

  private static void choose(Browser browser, String name, String text)
      throws IOException, InterruptedException {
    JsonMapper json = new JsonMapper();
    browser.value(
        """
        {
          const given = new DataTransfer();
          given.items.add(new File([%s], %s));
          const input = document.getElementById('file');
          input.files = given.files;
          input.dispatchEvent(new Event('change'));
        }\
        """
            .formatted(json.writeValueAsString(text), json.writeValueAsString(name)));
  }

  /** Of the axes of a chart. */
  private static String titles(Browser browser, String chart) throws Exception {
    return browser.value(
        "[...document.querySelectorAll('#%s .title')].map(t => t.textContent).join(', ')"
            .formatted(chart));
  }

  @Test
  void a_file_with_a_target_is_scored() throws Exception {
    String header = "age,month,size (m),smoker?,c,new,plain\n";
    try (Browser browser = browser("#model=first");
        OtdPredictor predictor = OtdPredictor.open(base)) {
      Map<String, Object> row =
          Map.of(
              "age", 30, "month", "jan", "size (m)", 1.7, "smoker?", "yes", "c", "a", "new", true);
      Prediction prediction = predictor.predict(row);
      int plain = predictor.targets().indexOf("plain");
      double inside = prediction.mean(plain);
      float end = (float) prediction.interval(plain, .9).upper();
      double above = end + 1;
      String cells = "30,jan,1.7,yes,a,true,";
      choose(
          browser,
          "scored.csv",
          header + cells + inside + "\n" + cells + above + "\n" + cells + "\n");
      browser.await("!document.getElementById('save').hidden");
      double error = (above - inside) / 2;
      assertThat(browser.value("document.getElementById('csv-status').textContent"))
          .contains("3 rows.", "Of 2 rows with plain, the 90\u00a0% intervals cover 50\u00a0%")
          .contains(
              "mean absolute error "
                  + browser.value("String(Number((%s).toPrecision(5)))".formatted(error)))
          .doesNotContain("rows with cost");
      assertThat(browser.value("document.getElementById('law-title').textContent"))
          .isEqualTo("Prediction of cost");
      assertThat(browser.value("document.getElementById('effect-title').textContent"))
          .isEqualTo("Effect of age on cost");
      assertThat(titles(browser, "effect")).isEqualTo("cost, age");
      assertThat(titles(browser, "levels")).isEqualTo("level, cost");
      assertThat(browser.value("document.getElementById('csv-truths').textContent"))
          .isEqualTo("Where the file has observed targets, the predictions are scored.");
    }
  }

  @Test
  void a_file_with_decimal_commas_is_predicted_and_saved_with_original_cells() throws Exception {
    List<String> lines;
    String shown;
    try (Browser browser = browser("#model=first")) {
      choose(
          browser,
          "rows.csv",
          """
          id;age;month;size (m);smoker?;c;new
          7;31,5;f\u00e9v;1,8;yes;b;true
          8;300;jan;NA;No;a;false
          """);
      browser.await("!document.getElementById('save').hidden");
      shown = browser.value("document.getElementById('csv').innerText");
      lines =
          browser
              .value(
                  """
                  (() => {
                    const kept = URL.createObjectURL;
                    let saved;
                    URL.createObjectURL = (blob) => { saved = blob; return kept(blob); };
                    document.getElementById('save').click();
                    return saved.text();
                  })()\
                  """)
              .lines()
              .toList();
    }
    assertThat(shown)
        .contains(
            "2 rows. 1 outside the range of the training rows",
            "1 beyond the bounds",
            "cost:lower_0.9",
            "31,5",
            "300 \u26a0");
    assertThat(lines.get(0))
        .startsWith("id;age;month;size (m);smoker?;c;new;cost:mean;cost:std;cost:lower_0.9;")
        .endsWith(";plain:upper_0.9;outside");
    assertThat(lines.get(1)).startsWith("7;31,5;f\u00e9v;1,8;yes;b;true;").endsWith(";");
    assertThat(lines.get(2)).startsWith("8;300;jan;NA;No;a;false;").endsWith(";age");
    List<Map<String, Object>> rows =
        List.of(
            Map.of(
                "age",
                31.5,
                "month",
                "f\u00e9v",
                "size (m)",
                1.8,
                "smoker?",
                "yes",
                "c",
                "b",
                "new",
                "true"),
            Map.of("age", 300, "month", "jan", "smoker?", "No", "c", "a", "new", "false"));
    try (OtdPredictor predictor = OtdPredictor.open(base)) {
      for (int i = 0; i < 2; i++) {
        Prediction expected = predictor.predict(rows.get(i));
        String[] cells = lines.get(1 + i).replace(',', '.').split(";", -1);
        assertThat(Float.parseFloat(cells[7])).isEqualTo((float) expected.mean(0));
        assertThat(Float.parseFloat(cells[9])).isEqualTo((float) expected.interval(0, .9).lower());
        assertThat(Float.parseFloat(cells[10])).isEqualTo((float) expected.interval(0, .9).upper());
      }
    }
  }

  @Test
  void a_file_error_is_shown_beside_the_input_and_hides_the_previous_table() throws Exception {
    String header = "age,month,size (m),smoker?,c,new\n";
    try (Browser browser = browser("#model=first")) {
      for (Map.Entry<String, String> wrong :
          Map.of(
                  header + "30,jan,1.7,yes,a,true\nold,jan,1.7,yes,a,true\n",
                  "wrong.csv: line 3, column \"age\": \"old\" (expected: a number).",
                  header + "30,jan,1.7,yes,a,true\n\n30,jan,1.7,yes,a,perhaps\n",
                  "wrong.csv: line 4: column \"new\": \"perhaps\" (expected: false or true)",
                  "age,month\n30,jan\n",
                  "wrong.csv: no columns \"c\", \"new\" (the file has: age, month).",
                  header + "30,jan\n",
                  "wrong.csv: line 2: 2 cells (expected: 6, as in the first line).")
              .entrySet()) {
        choose(browser, "right.csv", header + "30,jan,1.7,yes,a,true\n");
        browser.await("!document.getElementById('save').hidden");
        choose(browser, "wrong.csv", wrong.getKey());
        browser.await("!document.getElementById('csv-error').hidden");
        assertThat(browser.value("document.getElementById('drop').nextElementSibling.innerText"))
            .isEqualTo(wrong.getValue());
        assertThat(browser.value("document.getElementById('csv-rows').hidden")).isEqualTo("true");
        assertThat(browser.value("document.getElementById('save').hidden")).isEqualTo("true");
      }
    }
  }

  @Test
  void density_and_intervals_share_one_axis_range() throws Exception {
    try (Browser browser = browser("#model=first")) {
      String ticks =
          "[...document.querySelectorAll('#%s text[text-anchor=middle]:not([transform])')].map("
              + "t => t.textContent).join()";
      assertThat(browser.value(ticks.formatted("density")))
          .isNotEmpty()
          .isEqualTo(browser.value(ticks.formatted("levels")));
    }
  }

  @Test
  void values_with_a_probability_are_bars_of_that_height() throws Exception {
    String heights =
        """
        (() => {
          const y = (line, end) => Number(line.getAttribute('y' + end));
          const all = (kind) => [...document.querySelectorAll('#density .' + kind)];
          const full = y(all('mark')[0], 2) - y(all('mark')[0], 1);
          const base = y(all('mark')[0], 2);
          const tops = all('curve').flatMap(c => [...c.getAttribute('d').matchAll(/ ([0-9.]+)/g)].map(m => m[1]));
          const shares = (kind) => all(kind).map(b => (y(b, 1) - y(b, 2)) / full);
          return [shares('atom'), shares('atom.outside'), [(base - Math.min(base, ...tops)) / full]]
            .map(part => part.join()).join(';') + ';' + document.querySelector('#source').textContent;
        })()
        """;
    Map<String, String[]> shown = new HashMap<>();
    for (String name : List.of("whole", "bounded", "one value", "with trees")) {
      try (Browser browser = browser("#model=" + name.replace(" ", "%20"))) {
        shown.put(name, browser.value(heights).split(";", 4));
      }
    }
    // The highest bar or the whole of a density reaches 1 / 1.05 of the height.
    double[] whole = numbers(shown.get("whole")[0]);
    assertThat(whole).hasSizeGreaterThan(1);
    assertThat(Arrays.stream(whole).max().orElseThrow()).isCloseTo(1 / 1.05, within(.001));
    double outside = Arrays.stream(numbers(shown.get("whole")[1])).sum();
    assertThat(outside / Arrays.stream(whole).sum()).isBetween(.01, .1);
    assertThat(numbers(shown.get("whole")[2])).containsExactly(0);
    double[] bounded = numbers(shown.get("bounded")[0]);
    assertThat(bounded).hasSize(1);
    assertThat(bounded[0]).isBetween(.2, .8);
    assertThat(numbers(shown.get("bounded")[2])[0]).isCloseTo(1 / 1.05 - bounded[0], within(.002));
    assertThat(shown.get("bounded")[3])
        .contains(
            "Bars, the probability of single values: %.0f\u00a0%% at \u221251.5."
                .formatted(105 * bounded[0]));
    assertThat(numbers(shown.get("one value")[0])[0]).isCloseTo(1 / 1.05, within(.001));
    assertThat(shown.get("one value")[3]).contains("100\u00a0% at 100.");
    // Draws that come from the same training row are equal, too; they have no probability.
    assertThat(shown.get("with trees")[0]).isEmpty();
    assertThat(shown.get("with trees")[3]).doesNotContain("Bars");
  }

  private static double[] numbers(String list) {
    return Pattern.compile(",").splitAsStream(list).mapToDouble(Double::parseDouble).toArray();
  }

  @Test
  void the_page_shows_monitoring_results() throws Exception {
    String row = "{\"month\": \"jan\", \"c\": \"a\", \"new\": \"true\", \"smoker?\": \"yes\"}";
    String body = "{\"rows\": [" + (row + ", ").repeat(24) + row + "]}";
    Matcher id =
        Pattern.compile("\"prediction_id\": \"([^\"]+)\"")
            .matcher(text(post("/v1/models/watched:distribution", body)));
    assertThat(id.find()).isTrue();
    StringBuilder observations = new StringBuilder();
    for (int i = 0; i < 25; i++) {
      observations
          .append(i > 0 ? ", " : "")
          .append("{\"prediction_id\": \"%s\", \"row\": %d, ".formatted(id.group(1), i))
          .append("\"observed\": {\"cost\": %s}}".formatted(i < 5 ? "1e9" : "-1e9"));
    }
    assertThat(
            text(
                post(
                    "/v1/models/watched:observe",
                    "{\"observations\": [%s]}".formatted(observations))))
        .contains("\"taken\": 25");
    String dom = dom("#model=watched");
    assertThat(dom)
        .contains("25 observed of cost; ", "Coverage of cost by level: 50 %: 0 %, ")
        .contains("by their position in the predicted distribution: 20, 0, 0, ", ", 0, 5\"")
        .contains("Coverage of 90 % intervals of cost", "Mean CRPS of cost")
        .doesNotContain("NaN", "has been observed yet");
    assertThat(Pattern.compile("<svg ").matcher(dom).results().count()).isEqualTo(9);
    assertThat(dom)
        .contains(
            "Not for all groups by month alike: covered are 0 % of \"jan\"",
            "<td>jan</td><td>25</td><td class=\"warning\">0 %</td>");
  }

  @Test
  void the_page_asks_for_a_key_only_if_one_is_required() throws Exception {
    Path keys = Files.writeString(root.resolve("keys"), "a key of enough characters");
    Map<String, Object> security = Map.of("security.api_keys_file", Optional.of(keys));
    try (RestServer guarded =
        new RestServer(Map.of("first", base), settings -> settings.with(security))) {
      assertThat(KEY_FORM.matcher(dom(guarded, "#model=first")).results()).hasSize(1);
    }
    assertThat(KEY_FORM.matcher(dom("#model=first")).results()).isEmpty();
  }

  private static HttpResponse<byte[]> post(String path, String body)
      throws IOException, InterruptedException {
    return server.post(path, body.getBytes(StandardCharsets.UTF_8), "*/*");
  }

  private static String dom(String fragment) throws IOException, InterruptedException {
    return dom(server, fragment);
  }

  /** The final document in headless Chromium. */
  private static String dom(RestServer server, String fragment)
      throws IOException, InterruptedException {
    Optional<Path> browser = Browser.executable();
    assumeTrue(browser.isPresent(), "no chromium on the path: the page is not looked at");
    Path out = Files.createTempFile(root, "dom", ".html");
    Process process =
        new ProcessBuilder(
                browser.orElseThrow().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--user-data-dir=" + Files.createTempDirectory(root, "profile"),
                "--virtual-time-budget=20000",
                "--dump-dom",
                server.address() + "/" + fragment)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(out);
  }
}
