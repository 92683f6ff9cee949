// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.optimizer;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.otd.core.internal.check.Check;

/** Learning rate as a function of the step, in plain Java; the graph receives its values. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Schedule.Constant.class, name = "constant"),
  @JsonSubTypes.Type(value = Schedule.Cosine.class, name = "cosine"),
  @JsonSubTypes.Type(value = Schedule.WarmUp.class, name = "warm_up"),
  @JsonSubTypes.Type(value = Schedule.Ahead.class, name = "ahead")
})
public sealed interface Schedule {
  /**
   * The learning rate of one step.
   *
   * @param step steps taken before it, from 0
   */
  double rate(long step);

  /**
   * The same rate always.
   *
   * @param rate greater than 0
   */
  record Constant(double rate) implements Schedule {
    /** Checks the rate. */
    public Constant {
      Check.positive("learning rate", rate);
    }

    @Override
    public double rate(long step) {
      return rate;
    }
  }

  /**
   * {@code floor + (peak - floor) (1 + cos(pi step / steps)) / 2}, then {@code floor} (Loshchilov
   * and Hutter 2017, without restarts).
   *
   * @param peak first rate, greater than 0
   * @param steps length of the decay, at least 1
   * @param floor last rate, from 0 to {@code peak}
   */
  record Cosine(double peak, long steps, double floor) implements Schedule {
    /** Checks the ranges. */
    public Cosine {
      Check.positive("learning rate", peak);
      Check.that(steps >= 1, "cosine steps", steps, ">= 1");
      Check.that(floor >= 0 && floor <= peak, "cosine floor", floor, "from 0 to the peak %s", peak);
    }

    @Override
    public double rate(long step) {
      double done = Math.min(1, (double) step / steps);
      return floor + (peak - floor) * 0.5 * (1 + Math.cos(Math.PI * done));
    }
  }

  /**
   * Rises linearly from {@code 1/steps} of the rate to the full rate, then follows another schedule
   * from its start.
   *
   * @param steps length of the rise, at least 1
   * @param then what follows
   */
  record WarmUp(long steps, Schedule then) implements Schedule {
    /** Checks the length. */
    public WarmUp {
      Check.that(steps >= 1, "warm-up steps", steps, ">= 1");
    }

    @Override
    public double rate(long step) {
      return step < steps ? then.rate(0) * (step + 1) / steps : then.rate(step - steps);
    }
  }

  /**
   * Another schedule, some steps later than it would be.
   *
   * @param steps how many, at least 0
   * @param of which
   */
  record Ahead(long steps, Schedule of) implements Schedule {
    /** Checks the number. */
    public Ahead {
      Check.that(steps >= 0, "steps ahead", steps, ">= 0");
    }

    @Override
    public double rate(long step) {
      return of.rate(step + steps);
    }
  }
}
