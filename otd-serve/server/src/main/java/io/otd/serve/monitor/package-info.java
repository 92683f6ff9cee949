// SPDX-License-Identifier: Apache-2.0
/**
 * The monitoring of predictions: distributions are stored until their observations arrive, then
 * scored and discarded. The rest of the server does not depend on it: it is connected by {@link
 * io.otd.serve.rest.RestExtension}, and its metrics are collected like any others.
 */
@NullMarked
package io.otd.serve.monitor;

import org.jspecify.annotations.NullMarked;
