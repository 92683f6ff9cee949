// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

/** The method of a request. */
sealed interface RestVerb permits ApiVerb, RestExtension.Verb {
  /** As in a path, case-insensitive. */
  String name();
}
