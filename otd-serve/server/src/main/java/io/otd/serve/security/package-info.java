// SPDX-License-Identifier: Apache-2.0
/** Who may ask a server, and who can listen: TLS, certificates of clients, keys. */
@NullMarked
package io.otd.serve.security;

import org.jspecify.annotations.NullMarked;
