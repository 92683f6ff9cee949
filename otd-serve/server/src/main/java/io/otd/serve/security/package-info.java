// SPDX-License-Identifier: Apache-2.0
/** Access control and encryption of a server: TLS, client certificates, keys. */
@NullMarked
package io.otd.serve.security;

import org.jspecify.annotations.NullMarked;
