/** The data of the paper's controlled experiments, made from their formulas in double precision. */
@NullMarked
package io.otd.paper.experiment.data;

import org.jspecify.annotations.NullMarked;
