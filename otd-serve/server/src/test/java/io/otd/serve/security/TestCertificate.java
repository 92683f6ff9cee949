// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.serve.settings.ProtectionSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Optional;

/**
 * A self-signed certificate for 127.0.0.1, made by the JDK's keytool.
 *
 * @param name of the subject
 */
record TestCertificate(String name, PrivateKey key, X509Certificate certificate) {
  private static final char[] PASSWORD = "changeit".toCharArray();

  static TestCertificate make(Path folder, String name) throws Exception {
    Path store = folder.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".log").toFile())
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = keys(store);
    return new TestCertificate(
        name,
        (PrivateKey) keys.getKey(name, PASSWORD),
        (X509Certificate) keys.getCertificate(name));
  }

  private static KeyStore keys(Path store) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    return keys;
  }

  ProtectionSettings write(Path folder) throws Exception {
    Path cert = folder.resolve("server.crt");
    Path pem = folder.resolve("server.key");
    Files.writeString(cert, pem("CERTIFICATE", certificate.getEncoded()));
    Files.writeString(pem, pem("PRIVATE KEY", key.getEncoded()));
    return new ProtectionSettings(
        Optional.of(cert), Optional.of(pem), Optional.empty(), Optional.empty());
  }

  Path writeCertificate(Path file) throws Exception {
    return Files.writeString(file, pem("CERTIFICATE", certificate.getEncoded()));
  }

  private static String pem(String kind, byte[] content) {
    return "-----BEGIN %s-----\n%s\n-----END %1$s-----\n"
        .formatted(kind, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content));
  }
}
