// SPDX-License-Identifier: Apache-2.0
/** The URLs of databases, and what in them is nobody's business. */
@NullMarked
package io.otd.table.internal.url;

import org.jspecify.annotations.NullMarked;
