// SPDX-License-Identifier: Apache-2.0
/** The command that examines the machine. */
@NullMarked
package io.otd.app.doctor;

import org.jspecify.annotations.NullMarked;
