// SPDX-License-Identifier: Apache-2.0
/** The command that explains predictions. */
@NullMarked
package io.otd.app.explain;

import org.jspecify.annotations.NullMarked;
