// SPDX-License-Identifier: Apache-2.0
/** What the training rows of a model looked like, to compare other rows with. */
@NullMarked
package io.otd.core.internal.profile;

import org.jspecify.annotations.NullMarked;
