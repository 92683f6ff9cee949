// SPDX-License-Identifier: Apache-2.0
/** The commands that fetch, show and generate data. */
@NullMarked
package io.otd.app.data;

import org.jspecify.annotations.NullMarked;
