// SPDX-License-Identifier: Apache-2.0
/** The README's promises, kept by running them. */
@NullMarked
package io.otd.tests.wholeway;

import org.jspecify.annotations.NullMarked;
