// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How the ports are protected.
 *
 * @param tlsCertificate chain in PEM
 * @param tlsKey of the certificate
 * @param tlsClientCa authorities of the clients' certificates
 * @param apiKeysFile one key a line
 */
public record ProtectionSettings(
    @Setting("Use TLS on both ports, with this PEM certificate chain.")
        @Flags(value = "--tls-certificate", label = "FILE")
        Optional<Path> tlsCertificate,
    @Setting("Key of the certificate: PKCS#8 in PEM, unencrypted.")
        @Flags(value = "--tls-key", label = "FILE")
        Optional<Path> tlsKey,
    @Setting("Accept only clients with a certificate of one of these authorities.")
        @Flags(value = "--tls-client-ca", label = "FILE")
        Optional<Path> tlsClientCa,
    @Setting(
            "Accept only requests with one of these keys, one per line, as x-api-key or bearer token.")
        @Flags(value = "--api-keys-file", label = "FILE")
        Optional<Path> apiKeysFile) {
  /** Unencrypted, for everybody who can reach the ports. */
  public static final ProtectionSettings DEFAULT =
      new ProtectionSettings(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
