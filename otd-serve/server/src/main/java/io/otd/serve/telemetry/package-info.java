// SPDX-License-Identifier: Apache-2.0
/** What can be seen of the requests from outside: metrics and the access log. */
@NullMarked
package io.otd.serve.telemetry;

import org.jspecify.annotations.NullMarked;
