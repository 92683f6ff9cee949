// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.ClientFactoryBuilder;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.client.grpc.GrpcClients;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.TlsKeyPair;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.savedmodel.proto.ModelSpec;
import io.otd.serve.page.ModelPage;
import io.otd.serve.proto.GetModelStatusRequest;
import io.otd.serve.proto.ModelServiceGrpc;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.rest.RestApi;
import io.otd.serve.server.OtdServer;
import io.otd.serve.settings.AnswerSettings;
import io.otd.serve.settings.ProtectionSettings;
import io.otd.serve.settings.TestSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server, with authorised clients and others. */
@Tag("jdk")
class SecurityTest {
  private static final String KEY = "a key of enough characters";
  private static final String OTHER = "another key of enough characters";
  private static final int LOOKS = 600;

  /** Two certificates: to make one takes a process. */
  private static TestCertificate own;

  private static TestCertificate other;

  @TempDir Path folder;
  private OtdServer server;

  @BeforeAll
  static void certificates(@TempDir Path stores) throws Exception {
    own = TestCertificate.make(stores, "own");
    other = TestCertificate.make(stores, "other");
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private void start(ProtectionSettings security) throws IOException {
    Path empty = Files.createDirectories(folder.resolve("model"));
    server =
        OtdServer.start(
            TestSettings.FREE.with(security),
            List.of(ModelConfig.latest("m", empty)),
            Clock.systemUTC(),
            List.of(
                new RestApi(AnswerSettings.DEFAULT, Clock.systemUTC())::open,
                (to, inference, extension, requests) -> new ModelPage().open(to)));
  }

  private AggregatedHttpResponse get(ClientFactory clients, String scheme, String... headers) {
    return asked(clients, scheme, "/openapi.json", headers);
  }

  private AggregatedHttpResponse asked(
      ClientFactory clients, String scheme, String path, String... headers) {
    var request = RequestHeaders.builder(HttpMethod.GET, path);
    for (int i = 0; i < headers.length; i += 2) {
      request.add(headers[i], headers[i + 1]);
    }
    return WebClient.builder(scheme + "://127.0.0.1:" + server.restPort())
        .factory(clients)
        .build()
        .execute(request.build())
        .aggregate()
        .join();
  }

  /** The gRPC response for an unknown model, if the request is let through. */
  private Status.Code status(ClientFactory clients, String scheme, String... header) {
    var builder =
        GrpcClients.builder("gproto+" + scheme + "://127.0.0.1:" + server.grpcPort())
            .factory(clients);
    if (header.length > 0) {
      builder.addHeader(header[0], header[1]);
    }
    try {
      builder
          .build(ModelServiceGrpc.ModelServiceBlockingStub.class)
          .getModelStatus(
              GetModelStatusRequest.newBuilder()
                  .setModelSpec(ModelSpec.newBuilder().setName("m"))
                  .build());
      return Status.Code.OK;
    } catch (StatusRuntimeException e) {
      return e.getStatus().getCode();
    }
  }

  private static ClientFactory trusting(X509Certificate certificate) {
    return factory(certificate).build();
  }

  private static ClientFactoryBuilder factory(X509Certificate certificate) {
    return ClientFactory.builder().tlsCustomizer(tls -> tls.trustManager(certificate));
  }

  @Test
  void both_ports_speak_tls_with_the_servers_certificate() throws Exception {
    start(own.write(folder));
    try (ClientFactory friend = trusting(own.certificate());
        ClientFactory stranger = trusting(other.certificate())) {
      assertThat(get(friend, "https").status().code()).isEqualTo(200);
      assertThat(status(friend, "https")).isEqualTo(Status.Code.NOT_FOUND);
      assertThatThrownBy(() -> get(stranger, "https")).isNotNull();
      assertThat(status(stranger, "https")).isEqualTo(Status.Code.UNAVAILABLE);
      assertThatThrownBy(() -> get(ClientFactory.ofDefault(), "http")).isNotNull();
    }
  }

  @Test
  @Tag("long")
  void new_connections_use_a_renewed_certificate() throws Exception {
    start(own.write(folder));
    assertThat(answers(own)).isTrue();
    other.write(folder);
    await(() -> answers(other));
    assertThat(answers(own)).isFalse();
  }

  private boolean answers(TestCertificate certificate) {
    try (ClientFactory clients = trusting(certificate.certificate())) {
      return get(clients, "https").status().code() == 200;
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** Waits for a condition, even on a slow machine. */
  private static void await(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; i < LOOKS && !condition.getAsBoolean(); i++) {
      Thread.sleep(100);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  @Test
  void an_invalid_certificate_update_keeps_the_current_one() throws Exception {
    ProtectionSettings files = own.write(folder);
    ServerTls tls = ServerTls.of(files).orElseThrow();
    Files.writeString(files.tlsCertificate().orElseThrow(), "no certificate");
    tls.refresh();
    assertThat(tls.keyPair("").certificateChain()).containsExactly(own.certificate());
    other.writeCertificate(
        files.tlsCertificate().orElseThrow()); // The key is still the one from before.
    tls.refresh();
    assertThat(tls.keyPair("").certificateChain()).containsExactly(own.certificate());
    other.write(folder);
    tls.refresh();
    assertThat(tls.keyPair("").certificateChain()).containsExactly(other.certificate());
    Files.delete(files.tlsKey().orElseThrow());
    tls.refresh();
    assertThat(tls.keyPair("").certificateChain()).containsExactly(other.certificate());
  }

  @Test
  void clients_without_a_required_certificate_are_rejected() throws Exception {
    ProtectionSettings files = own.write(folder);
    Path authorities = other.writeCertificate(folder.resolve("clients.crt"));
    start(
        new ProtectionSettings(
            files.tlsCertificate(), files.tlsKey(), Optional.of(authorities), Optional.empty()));
    try (ClientFactory known =
            ClientFactory.builder()
                .tls(TlsKeyPair.of(other.key(), other.certificate()))
                .tlsCustomizer(tls -> tls.trustManager(own.certificate()))
                .build();
        ClientFactory unknown = trusting(own.certificate())) {
      assertThat(get(known, "https").status().code()).isEqualTo(200);
      assertThat(status(known, "https")).isEqualTo(Status.Code.NOT_FOUND);
      assertThatThrownBy(() -> get(unknown, "https")).isNotNull();
      assertThat(status(unknown, "https")).isEqualTo(Status.Code.UNAVAILABLE);
    }
  }

  @Test
  void an_api_key_is_required_except_for_health_and_static_page_files() throws Exception {
    Path keys = Files.writeString(folder.resolve("keys"), "# of tests\n\n" + KEY + "\n");
    start(TestSettings.keys(keys));
    ClientFactory clients = ClientFactory.ofDefault();
    assertThat(get(clients, "http", "x-api-key", KEY).status().code()).isEqualTo(200);
    assertThat(get(clients, "http", "authorization", "bearer " + KEY).status().code())
        .isEqualTo(200);
    for (String[] none :
        new String[][] {
          {},
          {"x-api-key", ""},
          {"x-api-key", OTHER},
          {"x-api-key", KEY + "x"},
          {"x-api-key", "# of tests"},
          {"authorization", "Basic " + KEY},
          {"authorization", KEY}
        }) {
      AggregatedHttpResponse refused = get(clients, "http", none);
      assertThat(refused.status().code()).as("%s", List.of(none)).isEqualTo(401);
      assertThat(refused.contentUtf8()).contains("\"error\"").doesNotContain(KEY);
    }
    assertThat(asked(clients, "http", "/metrics").status().code()).isEqualTo(401);
    assertThat(asked(clients, "http", "/health/live").status().code()).isEqualTo(200);
    for (String page : List.of("/", "/page/page.js")) {
      assertThat(asked(clients, "http", page).status().code()).as(page).isEqualTo(200);
    }
    for (String other : List.of("/page", "/page/../metrics", "/page/%2e%2e/metrics", "//metrics")) {
      assertThat(asked(clients, "http", other).status().code()).as(other).isNotEqualTo(200);
    }
    assertThat(status(clients, "http")).isEqualTo(Status.Code.UNAUTHENTICATED);
    assertThat(status(clients, "http", "x-api-key", KEY)).isEqualTo(Status.Code.NOT_FOUND);

    Files.writeString(keys, OTHER);
    await(() -> get(clients, "http", "x-api-key", OTHER).status().code() == 200);
    assertThat(get(clients, "http", "x-api-key", KEY).status().code()).isEqualTo(401);
    AggregatedHttpResponse metrics = asked(clients, "http", "/metrics", "x-api-key", OTHER);
    assertThat(metrics.contentUtf8()).contains("status=\"401\"", "status=\"UNAUTHENTICATED\"");
  }

  @Test
  void invalid_files_are_reported_at_startup() throws Exception {
    ProtectionSettings files = own.write(folder);
    Path foreign = Files.createDirectories(folder.resolve("foreign"));
    ProtectionSettings mixed =
        new ProtectionSettings(
            files.tlsCertificate(),
            other.write(foreign).tlsKey(),
            Optional.empty(),
            Optional.empty());
    Path few = Files.writeString(folder.resolve("few"), "short\n");
    Path none = Files.writeString(folder.resolve("none"), "# nothing\n");
    assertRefused(mixed, "not the key of");
    assertRefused(
        new ProtectionSettings(
            Optional.of(none), files.tlsKey(), Optional.empty(), Optional.empty()),
        "none");
    assertRefused(
        new ProtectionSettings(
            files.tlsCertificate(), files.tlsKey(), Optional.of(none), Optional.empty()),
        "none");
    assertRefused(TestSettings.keys(few), "key 1: 5 characters");
    assertRefused(TestSettings.keys(none), "no key");
  }

  private void assertRefused(ProtectionSettings security, String message) {
    assertThatThrownBy(() -> start(security))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining(message);
  }
}
