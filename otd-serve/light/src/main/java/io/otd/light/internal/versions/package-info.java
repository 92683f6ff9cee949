// SPDX-License-Identifier: Apache-2.0
/** Light models whose versions change while they are in use. */
@NullMarked
package io.otd.light.internal.versions;

import org.jspecify.annotations.NullMarked;
