// SPDX-License-Identifier: Apache-2.0
/** The command that starts the model server. */
@NullMarked
package io.otd.app.serve;

import org.jspecify.annotations.NullMarked;
