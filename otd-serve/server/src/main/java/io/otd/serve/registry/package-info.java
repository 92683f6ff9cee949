// SPDX-License-Identifier: Apache-2.0
/**
 * The served models and versions: configuration, directory polling, loading before unloading,
 * labels, and leases, so that a version in use is not closed.
 */
@NullMarked
package io.otd.serve.registry;

import org.jspecify.annotations.NullMarked;
