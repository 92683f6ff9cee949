// SPDX-License-Identifier: Apache-2.0
/**
 * What became of predictions: laws are remembered until what was observed comes in, then judged and
 * forgotten. The rest of the server knows none of it: {@link io.otd.serve.rest.RestExtension} is
 * the door, and the metrics are collected like any others.
 */
@NullMarked
package io.otd.serve.monitor;

import org.jspecify.annotations.NullMarked;
