package io.otd.core.graph;

/** How a function is run. */
public enum Compilation {
  /** Compiled by XLA where that can be had. */
  XLA,
  /** Operation by operation. */
  NONE
}
