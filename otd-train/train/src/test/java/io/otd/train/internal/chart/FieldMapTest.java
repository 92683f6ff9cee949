// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.train.internal.chart.FieldMap.Colors;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Spot;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FieldMapTest {
  private static List<String> cells(double[][] points, double[] values) {
    return new FieldMap(Canvas.of(""), List.of("x", "y"), points)
        .draw(values, Colors.of(values)).spots().stream().map(Spot::text).toList();
  }

  @Test
  void on_a_lattice_each_cell_is_a_point_whatever_their_order() {
    double[][] points = {{1, 0}, {0, 1}, {1, 1}, {0, 0}, {2, 0}, {2, 1}};
    // Columns from the left, each from below.
    assertThat(cells(points, new double[] {3, 2, 4, 1, 5, 6}))
        .containsExactly("1", "2", "3", "4", "5", "6");
  }

  @Test
  void elsewhere_each_cell_has_the_value_of_the_nearest_point() {
    double[][] points = {{0, 0}, {0.1, 0.02}, {1, 0.9}, {0.93, 1}};
    assertThat(cells(points, new double[] {7, 7, 8, 8})).hasSize(4).startsWith("7").endsWith("8");
  }

  @Test
  void the_nearest_point_is_the_same_in_all_units_of_the_coordinates() {
    for (double unit : new double[] {1, 1000}) {
      double[][] points = {{0, 0}, {0.1, 0.45 * unit}, {0.9, 0.55 * unit}, {1, unit}};
      // The second point lies in the lower half, but nearest to the upper cell of its column.
      assertThat(cells(points, new double[] {1, 2, 3, 4})).containsExactly("1", "2", "3", "4");
    }
  }

  @Test
  void points_on_a_line_of_the_plane_are_drawn() {
    double[][] points =
        IntStream.range(0, 9).mapToObj(i -> new double[] {i, 0}).toArray(double[][]::new);
    assertThat(cells(points, new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9}))
        .containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9");
  }

  @Test
  void colours_are_around_zero_only_where_values_lie_on_both_sides() {
    assertThat(Colors.of(new double[] {-1.1, 0.4}))
        .isEqualTo(Colors.aroundZero(new double[] {1.2}));
    assertThat(Colors.of(new double[] {280, 300}).low()).isEqualTo(280);
    assertThat(Colors.of(new double[] {5, 5}).high()).isEqualTo(6);
    assertThat(Colors.fromZero(new double[] {0.7, 0.1}).high()).isEqualTo(0.8);
  }
}
