// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

/** Makes the exception for a reason. */
@FunctionalInterface
interface Refusal {
  RefusedModelException because(String reason);
}
