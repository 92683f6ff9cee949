// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.security;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The files that a server proves itself with, all in PEM.
 *
 * @param certificate chain, the server's own first
 * @param key of the first certificate, PKCS#8, not encrypted
 * @param clientAuthorities certificates of those whose clients are let in; nothing where clients
 *     need no certificate
 */
public record TlsFiles(Path certificate, Path key, Optional<Path> clientAuthorities) {}
