// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.schema.NumericInput.Piece;
import io.otd.table.settings.ColumnSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PiecesFitTest {
  /** 0, 1, 4, ..., 10000. */
  private static final double[] SQUARES =
      IntStream.rangeClosed(0, 100).mapToDouble(i -> i * i).toArray();

  @Test
  void pieces_join_at_the_training_quantiles_and_extend_beyond_them() {
    List<Piece> pieces = PiecesFit.of(SQUARES, RowWeights.equal(SQUARES.length).of(), 4);

    assertThat(pieces).extracting(Piece::lower).containsExactly(-625.0, 625.0, 2500.0, 5625.0);
    assertThat(pieces).extracting(Piece::upper).containsExactly(625.0, 2500.0, 5625.0, 14375.0);
  }

  @Test
  void each_piece_is_standardised_on_the_training_values() {
    for (Piece piece : PiecesFit.of(SQUARES, RowWeights.equal(SQUARES.length).of(), 4)) {
      double[] inputs = Arrays.stream(SQUARES).map(piece::standardize).toArray();
      assertThat(Arrays.stream(inputs).average().orElseThrow()).isCloseTo(0, within(1e-12));
      assertThat(Arrays.stream(inputs).map(z -> z * z).average().orElseThrow())
          .isCloseTo(1, within(1e-12));
    }
  }

  @Test
  void a_few_distinct_values_are_all_knots() {
    List<Piece> pieces =
        PiecesFit.of(new double[] {1, 1, 1, 1, 2, 2, 5}, RowWeights.equal(7).of(), 8);

    assertThat(pieces).extracting(Piece::lower).containsExactly(0.0, 2.0);
    assertThat(pieces).extracting(Piece::upper).containsExactly(2.0, 8.0);
  }

  @Test
  void equal_quantiles_share_one_knot() {
    double[] halfZero =
        DoubleStream.concat(
                IntStream.range(0, 50).mapToDouble(i -> 0),
                IntStream.rangeClosed(1, 51).mapToDouble(i -> i))
            .toArray();

    assertThat(PiecesFit.of(halfZero, RowWeights.equal(halfZero.length).of(), 4))
        .extracting(Piece::lower)
        .containsExactly(-1.0, 1.0, 26.0);
  }

  @Test
  void a_single_piece_is_omitted_as_redundant() {
    assertThat(PiecesFit.of(new double[] {3, 3}, RowWeights.equal(2).of(), 8)).isEmpty();
    assertThat(PiecesFit.of(new double[] {0, 0, 1}, RowWeights.equal(3).of(), 8)).isEmpty();
    assertThat(PiecesFit.of(SQUARES, RowWeights.equal(SQUARES.length).of(), 0)).isEmpty();
    assertThat(PiecesFit.of(SQUARES, RowWeights.equal(SQUARES.length).of(), 1)).isEmpty();
  }

  /** One of ten thousand rows: divided by its standard deviation, it would be 100. */
  @Test
  void a_rare_value_is_standardised_to_at_most_ten() {
    double[] values = new double[10_000];
    values[9_998] = 1;
    values[9_999] = 2;

    List<Piece> pieces = PiecesFit.of(values, RowWeights.equal(values.length).of(), 8);

    assertThat(pieces).hasSize(2);
    assertThat(pieces.get(1).standardize(2)).isBetween(9.9, 10.0);
  }

  @Test
  void a_large_table_has_fewer_pieces() {
    ColumnSettings settings = ColumnSettings.STANDARD;
    assertThat(PieceCount.of(settings, 0, 100)).isEqualTo(8);
    assertThat(PieceCount.of(settings, 11, 1_000_000)).isEqualTo(8);
    assertThat(PieceCount.of(settings, 20, 1_000_000)).isEqualTo(4);
    assertThat(PieceCount.of(settings, 30, 10_000_000)).isZero();
    assertThat(PieceCount.of(settings.withPieces(Optional.of(16)), 30, 10_000_000)).isEqualTo(16);
  }
}
