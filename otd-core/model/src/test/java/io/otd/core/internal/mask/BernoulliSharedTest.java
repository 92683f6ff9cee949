// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import java.util.List;

class BernoulliSharedTest extends MaskLawContract {
  @Override
  MaskLaw law() {
    return new Bernoulli(0.6, true);
  }

  @Override
  List<String> parameterShapes() {
    return List.of();
  }
}
