// SPDX-License-Identifier: Apache-2.0
/** The rows that a model predicts or scores, and the columns of them that a user names. */
@NullMarked
package io.otd.app.rows;

import org.jspecify.annotations.NullMarked;
