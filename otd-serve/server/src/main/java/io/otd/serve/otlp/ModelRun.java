// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.otlp;

import org.jspecify.annotations.Nullable;

/**
 * A run of a model.
 *
 * @param from by {@link System#nanoTime}
 * @param to likewise
 * @param failure why it did not succeed; null if it did
 */
record ModelRun(long from, long to, @Nullable Throwable failure) {}
