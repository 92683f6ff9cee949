// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import io.otd.core.internal.files.ClassResource;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The operations that a model may hold: those that compute from their inputs and keep to memory. A
 * list of permitted operations, not of forbidden ones: an operation that has not been reviewed is
 * rejected.
 */
final class AllowedOperations {
  /** Operations that touch files, which only the loader may cause to run, on the model's own. */
  static final Set<String> OF_THE_LOADER = Set.of("SaveV2", "MergeV2Checkpoints", "RestoreV2");

  /** Fills a lookup table from a text file; only an initialiser may, from an asset of the model. */
  static final String ASSET_READER = "InitializeTableFromTextFileV2";

  private static final String RESOURCE = "allowed-operations.txt";

  private AllowedOperations() {}

  /** The list, read again. */
  static Set<String> load() {
    return ClassResource.text(AllowedOperations.class, RESOURCE)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .flatMap(line -> java.util.Arrays.stream(line.split(" ")))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }
}
