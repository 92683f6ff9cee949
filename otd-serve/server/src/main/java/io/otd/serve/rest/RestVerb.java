// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

/** What a request asks for. */
sealed interface RestVerb permits ApiVerb, RestExtension.Verb {
  /** As in a path, case-insensitive. */
  String name();
}
