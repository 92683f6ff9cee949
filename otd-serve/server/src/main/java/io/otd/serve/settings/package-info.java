// SPDX-License-Identifier: Apache-2.0
/** What can be set of a server, as users give it: one tree of records. */
@NullMarked
package io.otd.serve.settings;

import org.jspecify.annotations.NullMarked;
