// SPDX-License-Identifier: Apache-2.0
/** What every command has: its answer, console, failures, arguments and interruption. */
@NullMarked
package io.otd.app.command;

import org.jspecify.annotations.NullMarked;
