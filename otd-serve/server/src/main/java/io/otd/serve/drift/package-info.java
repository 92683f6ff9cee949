// SPDX-License-Identifier: Apache-2.0
/**
 * Whether the rows that models are asked for, and what they say of them, still look like the
 * training rows: a window of rows, taken as a sample of bounded cost, beside the profile of the
 * export.
 */
@NullMarked
package io.otd.serve.drift;

import org.jspecify.annotations.NullMarked;
