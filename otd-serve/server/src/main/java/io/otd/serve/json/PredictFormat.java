// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

/** The two forms of a predict request and its reply. */
public enum PredictFormat {
  /** A list of rows under {@code instances}, answered by one under {@code predictions}. */
  ROW,
  /** A tensor a name under {@code inputs}, answered so under {@code outputs}. */
  COLUMN
}
