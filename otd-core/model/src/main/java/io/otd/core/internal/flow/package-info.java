// SPDX-License-Identifier: Apache-2.0
/** The velocity field and the solvers that carry the mask state, in logit space. */
@NullMarked
package io.otd.core.internal.flow;

import org.jspecify.annotations.NullMarked;
