// SPDX-License-Identifier: Apache-2.0
/** Which kind of file a table is in, and the libraries on the class path that read such files. */
@NullMarked
package io.otd.table.internal.source;

import org.jspecify.annotations.NullMarked;
