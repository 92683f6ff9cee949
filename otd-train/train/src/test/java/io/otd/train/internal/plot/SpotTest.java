// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SpotTest {
  private static final Canvas CANVAS = Canvas.of("");

  private static List<String> texts(Picture picture) {
    return picture.spots().stream().map(Spot::text).toList();
  }

  @Test
  void a_point_says_its_coordinates_with_the_titles_of_the_axes() {
    Picture picture =
        new Plot(CANVAS, "area (m2)", "price ($)")
            .points("", new double[] {80}, new double[] {1234.5}, Color.BLACK, Marker.DISC)
            .picture("prices");
    assertThat(texts(picture)).containsExactly("area (m2): 80\nprice ($): 1235");
  }

  @Test
  void a_point_says_the_text_that_it_was_given() {
    Picture picture =
        new Plot(CANVAS, "x", "y")
            .points(
                "", new double[] {1}, new double[] {2}, List.of("row 7"), Color.BLACK, Marker.DISC)
            .picture("a row");
    assertThat(texts(picture)).containsExactly("row 7");
  }

  @Test
  void curves_say_their_values_at_one_place_and_their_range_where_they_share_a_name() {
    double[] x = {0, 1, 2};
    Picture picture =
        new Plot(CANVAS, "step", "score")
            .line("loss", x, new double[] {3, 2, 1}, Color.BLACK, 1)
            .line("score", x, new double[] {7, 6, 5}, Color.RED, 1)
            .line("", x, new double[] {9, 8, 5}, Color.RED, 1)
            .picture("curves");
    assertThat(texts(picture))
        .containsExactly(
            "step: 0\nloss: 3\nscore: 7 to 9",
            "step: 1\nloss: 2\nscore: 6 to 8",
            "step: 2\nloss: 1\nscore: 5");
  }

  @Test
  void a_curve_says_nothing_where_it_has_ended_or_not_begun() {
    Picture picture =
        new Plot(CANVAS, "step", "score")
            .line("early", new double[] {0, .5, 1, 1.5}, new double[] {3, 2, 1, 0}, Color.BLACK, 1)
            .line("late", new double[] {1, 2, 3}, new double[] {7, 6, 5}, Color.RED, 1)
            .line("all", new double[] {0, 1, 3}, new double[] {9, 8, 6}, Color.BLUE, 1)
            .picture("curves");
    assertThat(texts(picture))
        .containsExactly(
            "step: 1\nearly: 1\nlate: 7\nall: 8",
            "step: 2\nlate: 6\nall: 8",
            "step: 3\nlate: 5\nall: 6");
  }

  @Test
  void dates_are_said_as_days_and_times() {
    double day = LocalDate.of(2024, 2, 29).toEpochDay();
    Picture picture =
        new Plot(CANVAS, "sold", "price")
            .dates()
            .points(
                "", new double[] {day, day + .75}, new double[] {1, 2}, Color.BLACK, Marker.DISC)
            .picture("sales");
    assertThat(texts(picture))
        .containsExactly("sold: 2024-02-29\nprice: 1", "sold: 2024-02-29 18:00\nprice: 2");
  }

  @Test
  void a_bar_says_its_value_and_a_map_its_cells() {
    assertThat(
            texts(new BarChart(CANVAS, "loss").draw(List.of(new BarChart.Bar("area", 1.25, .1)))))
        .containsExactly("area: 1.25 \u00b1 0.10");
    HeatMap map =
        new HeatMap(new double[][] {{0, 1}, {.5, 0}}, ColorScale.SEQUENTIAL, 0, 1, false, "");
    Plot plot = new Plot(HeatMap.besideBar(CANVAS), "x", "y").xRange(0, 1).yRange(0, 1);
    assertThat(texts(map.below(plot, CANVAS, "cells"))).containsExactly("0", "1", "0.5", "0");
  }

  @Test
  void of_a_map_of_very_many_cells_neighbours_say_their_range() {
    double[][] cells = new double[40][40];
    cells[0][1] = 3;
    Plot plot = new Plot(HeatMap.besideBar(CANVAS), "x", "y").xRange(0, 1).yRange(0, 1);
    List<String> texts =
        texts(
            new HeatMap(cells, ColorScale.SEQUENTIAL, 0, 3, false, "").below(plot, CANVAS, "map"));
    assertThat(texts).hasSize(400);
    assertThat(texts.get(0)).isEqualTo("0 to 3");
  }

  @Test
  void spots_keep_their_places_in_a_grid_of_pictures() {
    Picture one =
        new Plot(CANVAS, "x", "y")
            .points("", new double[] {1}, new double[] {2}, Color.BLACK, Marker.DISC)
            .picture("a point");
    Spot alone = one.spots().get(0);
    Spot second = Picture.grid(2, List.of(one, one)).spots().get(1);
    assertThat(second).isEqualTo(alone.moved(CANVAS.width(), 0));
  }

  @Test
  void a_text_stays_inside_the_picture() {
    Picture picture = Picture.paint("nothing", 200, 100, g -> {});
    assertThat(new Spot(10, 10, 12, 12, "").side(picture)).isEqualTo("l p t");
    assertThat(new Spot(180, 80, 12, 12, "").side(picture)).isEqualTo("r p b");
    assertThat(new Spot(150, 5, 20, 90, "").side(picture)).isEqualTo("r s");
    assertThat(new Spot(150, 5, 20, 90, "").style(picture))
        .isEqualTo("left:75.00%;top:5.00%;width:10.00%;height:90.00%");
  }
}
