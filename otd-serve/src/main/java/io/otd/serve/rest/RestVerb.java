package io.otd.serve.rest;

/** What a request asks for. */
enum RestVerb {
  /** {@code POST .../NAME:predict}. */
  PREDICT,
  /** {@code POST .../NAME:classify}. */
  CLASSIFY,
  /** {@code POST .../NAME:regress}. */
  REGRESS,
  /** {@code GET .../NAME}. */
  STATUS,
  /** {@code GET .../NAME/metadata}. */
  METADATA,
  /** {@code GET .../models}. */
  MODELS
}
