// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.security;

import com.linecorp.armeria.common.TlsKeyPair;
import com.linecorp.armeria.common.TlsProvider;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServerTlsConfig;
import io.netty.handler.ssl.ClientAuth;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.serve.settings.ProtectionSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Authenticates a server to its clients, and on request clients to it; new connections use new
 * files.
 */
final class ServerTls implements TlsProvider {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  private static final String NO_CERTIFICATE = "no certificate (expected: at least one, in PEM)";

  private final Path certificate;
  private final Path certifiedKey;
  private final Optional<Path> clientCa;
  private final Reloaded<Loaded> loaded;

  private record Loaded(TlsKeyPair pair, List<X509Certificate> authorities) {}

  private ServerTls(Path certificate, Path key, Optional<Path> clientCa) throws IOException {
    this.certificate = certificate;
    this.certifiedKey = key;
    this.clientCa = clientCa;
    List<Path> all = new ArrayList<>(List.of(certificate, key));
    clientCa.ifPresent(all::add);
    this.loaded = new Reloaded<>(all, this::load);
  }

  /** With the files of the settings; empty if there is no certificate, or no key. */
  static Optional<ServerTls> of(ProtectionSettings settings) throws IOException {
    return settings.tlsCertificate().isPresent() && settings.tlsKey().isPresent()
        ? Optional.of(
            new ServerTls(
                settings.tlsCertificate().get(), settings.tlsKey().get(), settings.tlsClientCa()))
        : Optional.empty();
  }

  private Loaded load(List<byte[]> contents) throws IOException {
    List<X509Certificate> chain = certificates(certificate, contents.get(0));
    PrivateKey key = key(contents.get(1), chain.get(0).getPublicKey());
    return new Loaded(
        TlsKeyPair.of(key, chain),
        clientCa.isPresent() ? certificates(clientCa.get(), contents.get(2)) : List.of());
  }

  private static List<X509Certificate> certificates(Path file, byte[] content) throws IOException {
    try {
      List<X509Certificate> certificates =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(content))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (certificates.isEmpty()) {
        throw new InvalidFileException(file, NO_CERTIFICATE);
      }
      return certificates;
    } catch (CertificateException e) {
      throw new InvalidFileException(file, NO_CERTIFICATE, e);
    }
  }

  /** The key of the file, whose match with the certificate is checked by a signature. */
  private PrivateKey key(byte[] pem, PublicKey certified) throws IOException {
    Matcher block = KEY.matcher(new String(pem, StandardCharsets.US_ASCII));
    if (!block.find()) {
      throw new InvalidFileException(
          certifiedKey, "no key (expected: PKCS#8 in PEM, BEGIN PRIVATE KEY, not encrypted)");
    }
    try {
      PrivateKey key =
          KeyFactory.getInstance(certified.getAlgorithm())
              .generatePrivate(
                  new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(block.group(1))));
      Signature signature = Signature.getInstance(signature(certified.getAlgorithm()));
      signature.initSign(key);
      signature.update(pem);
      byte[] signed = signature.sign();
      signature.initVerify(certified);
      signature.update(pem);
      if (!signature.verify(signed)) {
        throw new InvalidKeyException("it is of another certificate");
      }
      return key;
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new InvalidFileException(
          certifiedKey, "not the key of %s: %s".formatted(certificate, e.getMessage()), e);
    }
  }

  private static String signature(String algorithm) {
    return switch (algorithm) {
      case "EC" -> "SHA256withECDSA";
      case "RSA" -> "SHA256withRSA";
      default -> algorithm; // EdDSA
    };
  }

  void secure(ServerBuilder builder) {
    builder.tlsProvider(
        this,
        ServerTlsConfig.builder()
            .clientAuth(clientCa.isPresent() ? ClientAuth.REQUIRE : ClientAuth.NONE)
            .build());
  }

  void refresh() {
    loaded.refresh();
  }

  @Override
  public TlsKeyPair keyPair(String hostname) {
    return loaded.get().pair();
  }

  @Override
  public List<X509Certificate> trustedCertificates(String hostname) {
    return loaded.get().authorities();
  }

  /** Both ports share it. */
  @Override
  public boolean autoClose() {
    return false;
  }
}
