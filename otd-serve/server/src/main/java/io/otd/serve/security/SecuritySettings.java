// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.security;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How a server is protected.
 *
 * @param tls for both ports; without it they speak in the clear
 * @param apiKeys a file of keys, one a line; without it no key is asked for
 */
public record SecuritySettings(Optional<TlsFiles> tls, Optional<Path> apiKeys) {
  /** In the clear, for everybody who reaches the ports. */
  public static final SecuritySettings NONE =
      new SecuritySettings(Optional.empty(), Optional.empty());
}
