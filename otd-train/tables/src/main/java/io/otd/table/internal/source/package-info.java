// SPDX-License-Identifier: Apache-2.0
/** The kinds of table files, and the libraries on the class path that read them. */
@NullMarked
package io.otd.table.internal.source;

import org.jspecify.annotations.NullMarked;
