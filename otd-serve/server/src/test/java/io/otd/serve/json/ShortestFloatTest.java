// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Against another implementation: that of jackson-core, which produces strings. */
class ShortestFloatTest {
  private static final int RANDOM = 300_000;

  private static void require(int bits) {
    float value = Float.intBitsToFloat(bits);
    long decimal = ShortestFloat.decimal(value);
    BigDecimal ours =
        BigDecimal.valueOf(ShortestFloat.digits(decimal), -ShortestFloat.scale(decimal));
    BigDecimal theirs = new BigDecimal(NumberOutput.toString(value, true));
    if (ours.compareTo(theirs) != 0) {
      assertThat(ours).as("float of the bits %d", bits).isEqualByComparingTo(theirs);
    }
  }

  @Test
  void agrees_on_powers_of_two_and_their_neighbours() {
    for (int exponent = 0; exponent < 255; exponent++) {
      for (int near = -3; near <= 3; near++) {
        int bits = (exponent << 23) + near;
        if (bits > 0) {
          require(bits);
        }
      }
    }
    require(Float.floatToRawIntBits(Float.MAX_VALUE));
  }

  @Test
  void agrees_on_the_smallest_subnormal_numbers() {
    for (int bits = 1; bits < 20_000; bits++) {
      require(bits);
    }
  }

  @Test
  void agrees_on_random_numbers() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < RANDOM; i++) {
      require(random.nextInt(1, 0x7F80_0000));
    }
  }
}
