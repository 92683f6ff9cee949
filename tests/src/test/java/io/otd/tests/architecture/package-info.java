// SPDX-License-Identifier: Apache-2.0
/** What may depend on what, and what no class may do. */
@NullMarked
package io.otd.tests.architecture;

import org.jspecify.annotations.NullMarked;
