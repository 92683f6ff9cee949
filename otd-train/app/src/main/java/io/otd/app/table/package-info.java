// SPDX-License-Identifier: Apache-2.0
/** Tables as arguments: files, databases, downloads, and how their text is read. */
@NullMarked
package io.otd.app.table;

import org.jspecify.annotations.NullMarked;
