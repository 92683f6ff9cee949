/** Charts as PNG pictures and self-contained HTML reports; knows arrays and metrics, not models. */
@NullMarked
package io.otd.train.report;

import org.jspecify.annotations.NullMarked;
