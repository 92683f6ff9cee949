// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.security;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How a server is protected.
 *
 * @param tls for both ports; without it they are unencrypted
 * @param apiKeys a file of keys, one per line; without it no key is required
 */
public record SecuritySettings(Optional<TlsFiles> tls, Optional<Path> apiKeys) {
  /** Unencrypted, for everybody who can reach the ports. */
  public static final SecuritySettings NONE =
      new SecuritySettings(Optional.empty(), Optional.empty());
}
