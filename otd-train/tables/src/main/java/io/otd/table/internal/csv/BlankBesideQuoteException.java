// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.csv;

/**
 * There is a blank between a separator and a quote, which the fast parser does not support: the
 * file has to be read again by the slower one.
 */
public final class BlankBesideQuoteException extends RuntimeException {
  private static final long serialVersionUID = 1;
}
