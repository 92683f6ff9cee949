// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.csv;

/**
 * A blank stands between a separator and a quote, which the fast parser does not take: the file has
 * to be read again by the one that does.
 */
public final class BlankBesideQuoteException extends RuntimeException {
  private static final long serialVersionUID = 1;
}
