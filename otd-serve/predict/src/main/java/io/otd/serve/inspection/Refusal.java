package io.otd.serve.inspection;

/** Makes the exception for a reason. */
@FunctionalInterface
interface Refusal {
  RefusedModelException because(String reason);
}
