// SPDX-License-Identifier: Apache-2.0
/** The training losses: energy score, squared error and negative log-likelihood. */
@NullMarked
package io.otd.core.internal.loss;

import org.jspecify.annotations.NullMarked;
