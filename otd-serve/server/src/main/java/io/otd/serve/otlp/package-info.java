// SPDX-License-Identifier: Apache-2.0
/**
 * The data that OpenTelemetry's SDK sends to a collector: spans of the requests and the metrics.
 * Nothing of it is loaded where it is off; what is on the path of a request then is the server's
 * own.
 */
@NullMarked
package io.otd.serve.otlp;

import org.jspecify.annotations.NullMarked;
