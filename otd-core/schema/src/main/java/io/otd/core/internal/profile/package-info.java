// SPDX-License-Identifier: Apache-2.0
/** Profiles of the training rows of a model, for comparison with other rows. */
@NullMarked
package io.otd.core.internal.profile;

import org.jspecify.annotations.NullMarked;
