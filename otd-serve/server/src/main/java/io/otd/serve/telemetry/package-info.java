// SPDX-License-Identifier: Apache-2.0
/** Telemetry of the requests: metrics and the access log. */
@NullMarked
package io.otd.serve.telemetry;

import org.jspecify.annotations.NullMarked;
