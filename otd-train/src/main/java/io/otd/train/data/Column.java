package io.otd.train.data;

/** One named column of a table; all columns of a table have the same number of values. */
public sealed interface Column permits NumericColumn {
  /** Name, unique in the table, not blank. */
  String name();

  /** Number of values. */
  int rows();

  /** Memory that one value takes, in bytes. */
  int bytesPerValue();

  /**
   * For each row a number that says which of the column's different values it has, from 0, or -1
   * where it has none.
   */
  int[] codes();
}
