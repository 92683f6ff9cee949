// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.model;

import java.util.ArrayList;
import java.util.List;

/** The law of the latents of fresh draws: of masks, of a code, or of the choice of a tree. */
public sealed interface LatentLaw {
  /**
   * The learned arrays of the law, in order.
   *
   * @param network whose latents these are
   */
  List<ArrayShape> arrays(NetworkShape network);

  /** Probability with which a unit is kept, in (0, 1]; 1 if masks are not to be scaled. */
  double keepProbability();

  /** Whether two draws can differ. */
  boolean random();

  /** All masks are one. */
  record Fixed() implements LatentLaw {
    @Override
    public List<ArrayShape> arrays(NetworkShape network) {
      return List.of();
    }

    @Override
    public double keepProbability() {
      return 1;
    }

    @Override
    public boolean random() {
      return false;
    }
  }

  /**
   * Masks 0 or 1.
   *
   * @param rate probability of dropping a unit, in [0, 1)
   */
  record Bernoulli(double rate) implements LatentLaw {
    /** Checks the rate. */
    public Bernoulli {
      if (!(rate >= 0 && rate < 1)) {
        throw new IllegalArgumentException("dropout rate: " + rate + " (expected: in [0, 1))");
      }
    }

    @Override
    public List<ArrayShape> arrays(NetworkShape network) {
      return List.of();
    }

    @Override
    public double keepProbability() {
      return 1 - rate;
    }

    @Override
    public boolean random() {
      return rate > 0;
    }
  }

  /**
   * Concrete Dropout: relaxed masks, divided by a learned probability for each layer.
   *
   * @param rate the first probability of dropping a unit, in (0, 1)
   * @param temperature greater than 0
   */
  record Concrete(double rate, double temperature) implements LatentLaw {
    /** Checks the ranges. */
    public Concrete {
      if (!(rate > 0 && rate < 1)) {
        throw new IllegalArgumentException("dropout rate: " + rate + " (expected: in (0, 1))");
      }
      requirePositive("temperature", temperature);
    }

    @Override
    public List<ArrayShape> arrays(NetworkShape network) {
      List<ArrayShape> arrays = new ArrayList<>();
      for (int i = 0; i < network.latentWidths().size(); i++) {
        arrays.add(new ArrayShape("dropout/" + i + "/logit", 1));
      }
      return List.copyOf(arrays);
    }

    @Override
    public double keepProbability() {
      return 1;
    }

    @Override
    public boolean random() {
      return true;
    }
  }

  /**
   * Relaxed masks carried by a flow.
   *
   * @param p probability of keeping a unit before the flow, in (0, 1)
   * @param temperature greater than 0
   * @param flow from the reference to the masks
   */
  record Transported(double p, double temperature, FlowShape flow) implements LatentLaw {
    /** Checks the ranges. */
    public Transported {
      if (!(p > 0 && p < 1)) {
        throw new IllegalArgumentException("keep probability: " + p + " (expected: in (0, 1))");
      }
      requirePositive("temperature", temperature);
    }

    @Override
    public List<ArrayShape> arrays(NetworkShape network) {
      return flow.arrays(network.latentWidth());
    }

    @Override
    public double keepProbability() {
      return p;
    }

    @Override
    public boolean random() {
      return true;
    }
  }

  /**
   * A code that is carried by a flow and lifted to masks by a network.
   *
   * @param width of the code, at least 1
   * @param code its law
   * @param hidden widths of the hidden layers of the lift, possibly none
   * @param function of their units
   */
  record Lifted(int width, Transported code, List<Integer> hidden, UnitFunction function)
      implements LatentLaw {
    /** Checks the width. */
    public Lifted {
      hidden = List.copyOf(hidden);
      if (width < 1) {
        throw new IllegalArgumentException("width of the code: " + width + " (expected: >= 1)");
      }
    }

    /** The flow's, then the lift's. */
    @Override
    public List<ArrayShape> arrays(NetworkShape network) {
      List<ArrayShape> arrays = new ArrayList<>(code.flow().arrays(width));
      arrays.addAll(ArrayShape.stack("lift", widths(network)));
      return List.copyOf(arrays);
    }

    /** Sizes of the lift, from the code to the masks. */
    public List<Integer> widths(NetworkShape network) {
      return ArrayShape.widths(width, hidden, network.latentWidth());
    }

    @Override
    public double keepProbability() {
      return 0.5;
    }

    @Override
    public boolean random() {
      return true;
    }
  }

  /** The uniforms themselves. */
  record Uniform() implements LatentLaw {
    @Override
    public List<ArrayShape> arrays(NetworkShape network) {
      return List.of();
    }

    @Override
    public double keepProbability() {
      return 1;
    }

    @Override
    public boolean random() {
      return true;
    }
  }

  private static void requirePositive(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: > 0, finite)");
    }
  }
}
