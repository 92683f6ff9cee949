// SPDX-License-Identifier: Apache-2.0
/** The server: ports, threads, limits, start and stop. */
@NullMarked
package io.otd.serve.server;

import org.jspecify.annotations.NullMarked;
