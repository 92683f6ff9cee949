/** The predictive network whose hidden units the masks multiply. */
@NullMarked
package io.otd.core.network;

import org.jspecify.annotations.NullMarked;
