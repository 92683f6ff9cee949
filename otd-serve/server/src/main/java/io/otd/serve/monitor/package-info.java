// SPDX-License-Identifier: Apache-2.0
/**
 * What became of predictions: laws are remembered until what was observed comes in, then judged and
 * forgotten. Knows no protocol; the API, the metrics and the page show what it says.
 */
@NullMarked
package io.otd.serve.monitor;

import org.jspecify.annotations.NullMarked;
