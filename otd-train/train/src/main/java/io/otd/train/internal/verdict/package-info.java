// SPDX-License-Identifier: Apache-2.0
/** What the test rows say about a model, in sentences. */
@NullMarked
package io.otd.train.internal.verdict;

import org.jspecify.annotations.NullMarked;
