// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

/** A request to the API itself. */
enum ApiVerb implements RestVerb {
  /** {@code POST .../NAME:predict}. */
  PREDICT,
  /** {@code POST .../NAME:classify}. */
  CLASSIFY,
  /** {@code POST .../NAME:regress}. */
  REGRESS,
  /** {@code POST .../NAME:distribution}. */
  DISTRIBUTION,
  /** {@code GET .../NAME:schema}. */
  SCHEMA,
  /** {@code GET .../NAME}. */
  STATUS,
  /** {@code GET .../NAME/metadata}. */
  METADATA,
  /** {@code GET .../models}. */
  MODELS
}
