// SPDX-License-Identifier: Apache-2.0
/**
 * Requests of one signature joined into one run along their first axis, behind the same interface
 * as a servable's.
 */
@NullMarked
package io.otd.serve.internal.batching;

import org.jspecify.annotations.NullMarked;
