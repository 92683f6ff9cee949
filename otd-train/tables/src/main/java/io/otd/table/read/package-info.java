// SPDX-License-Identifier: Apache-2.0
/**
 * Tables read from files: CSV and ARFF, plain or gzipped, whole or block by block, and their
 * metadata.
 */
@NullMarked
package io.otd.table.read;

import org.jspecify.annotations.NullMarked;
