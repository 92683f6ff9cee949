// SPDX-License-Identifier: Apache-2.0
/** Tests that run what the README promises. */
@NullMarked
package io.otd.tests.wholeway;

import org.jspecify.annotations.NullMarked;
