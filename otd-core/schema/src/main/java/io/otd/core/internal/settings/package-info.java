// SPDX-License-Identifier: Apache-2.0
/** What records of settings say of their components: description, range, default, options. */
@NullMarked
package io.otd.core.internal.settings;

import org.jspecify.annotations.NullMarked;
