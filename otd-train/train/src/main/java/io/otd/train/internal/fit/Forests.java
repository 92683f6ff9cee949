// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.model.Weights;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.table.internal.split.Subset;
import io.otd.train.internal.network.TrainingRows;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.preparation.SeenInputs;
import io.otd.train.internal.trees.BoostedLaw;
import io.otd.train.internal.trees.Grown;
import io.otd.train.internal.trees.GrownForest;
import io.otd.train.internal.trees.TreeRows;
import io.otd.train.settings.Method;
import io.otd.train.settings.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The forests of a pool, one per member, each of the training rows of its member. They are grown
 * when they are needed, and again by a resumed run: they depend only on the rows and the seed.
 */
final class Forests {
  /** Maximum number of leaves of all members, each of 16 bytes in a model. */
  private static final int MOST_LEAVES = 1 << 21;

  /** Maximum number of cells of the rows of a member, each of 4 bytes while trees grow. */
  private static final int MOST_CELLS = 1 << 26;

  /** Trees of all members: more would hardly change the draws of a pool. */
  private static final int ENOUGH_TREES = 160;

  /** Parts of the rows of boosted trees: several members are averaged anyway. */
  private static final int PARTS_OF_ONE = 5;

  private static final int PARTS_OF_SEVERAL = 3;

  /** Boosted trees of a part: each row goes down those of all members. */
  private static final int BOOSTED_OF_ONE = 300;

  private static final int BOOSTED_OF_SEVERAL = 150;

  /** Rows by which the relevance of columns is judged. */
  private static final int ENOUGH_FOR_RELEVANCE = 4096;

  /** Of an input: what the trees have missed can still be learned. */
  private static final double SMALLEST_SCALE = 0.05;

  private static final int FEWEST_TREES = 16;
  private static final int MOST_TREES = 64;

  /** The inputs of a column with more categories are not compared one by one. */
  private static final int MOST_SINGLE_CATEGORIES = 16;

  /** Rows that are encoded at a time. */
  private static final int BLOCK = 8192;

  private final Settings component;
  private final int number;
  private final PreparedTable data;
  private final Workers workers;
  private final List<Grown> grown = new ArrayList<>();

  /**
   * The forests of a pool. Of shards there are none: networks read these batch by batch, and trees
   * need the rows of a member together.
   *
   * @param workers grow a tree each
   * @return none if they are not a component of the pool, or the table is in shards
   */
  static List<Forests> of(Settings settings, PreparedTable data, Workers workers) {
    if (!data.shards().isEmpty()) {
      return List.of();
    }
    List<Settings> all = settings.components();
    return IntStream.range(0, all.size())
        .filter(c -> all.get(c).model().method().grown())
        .mapToObj(c -> new Forests(all.get(c), c, data, workers))
        .toList();
  }

  /**
   * How the inputs of networks with {@code model.relevance} are scaled: by the square root of the
   * relevance of their column for boosted trees, as the weights of a linear model whose prior knows
   * how much each column explains. It depends only on the training rows of the first member and the
   * seed.
   *
   * @return {@code [width of the schema]}; 1 for fields and for a table in shards
   */
  static List<Float> scales(Settings settings, PreparedTable data, Workers workers) {
    TableSchema schema = data.schema();
    List<Float> scales = new ArrayList<>(Collections.nCopies(schema.width(), 1f));
    if (!data.shards().isEmpty() || data.points() > 1) {
      return scales;
    }
    double[] relevance = new Forests(settings, 0, data, workers).relevance();
    int from = 0;
    for (int column = 0; column < schema.inputs().size(); column++) {
      int end = from + schema.inputs().get(column).width();
      float scale = (float) Math.max(SMALLEST_SCALE, Math.sqrt(relevance[column]));
      Collections.fill(scales.subList(from, end), scale);
      from = end;
    }
    return scales;
  }

  /** The relevance of each column of the schema. */
  private double[] relevance() {
    int[] owner = new int[data.schema().width()];
    int from = 0;
    for (int column = 0; column < data.schema().inputs().size(); column++) {
      int end = from + data.schema().inputs().get(column).width();
      Arrays.fill(owner, from, end, column);
      from = end;
    }
    TreeRows none = columns();
    int[] owners =
        IntStream.concat(
                none.places().stream().mapToInt(place -> owner[place]),
                none.groups().stream().mapToInt(group -> owner[group.first()]))
            .toArray();
    int most = Math.min(mostRows(none), ENOUGH_FOR_RELEVANCE);
    int[] train = Subset.of(data.memberRows().get(0).train(), most, seed(0));
    int[] parts =
        new RowParts(data.groups(), component.data().chronological(), PARTS_OF_SEVERAL)
            .of(train, seed(0));
    double[] relevance =
        BoostedLaw.relevance(
            rows(none, train), parts, BOOSTED_OF_SEVERAL, seed(0), workers, owners);
    return Arrays.copyOf(relevance, data.schema().inputs().size());
  }

  private Forests(Settings component, int number, PreparedTable data, Workers workers) {
    this.component = component;
    this.number = number;
    this.data = data;
    this.workers = workers;
  }

  /** The forests of the first members. */
  Component first(int members) {
    while (grown.size() < members) {
      grown.add(grow(grown.size()));
    }
    List<Grown> forests = grown.subList(0, members);
    ModelSpec model = Grown.model(forests, data.schema().width());
    return new Component(
        component.model().method().label(),
        model,
        1,
        forests.stream()
            .map(f -> Member.of(new Weights(model.parameters(), f.parameters(model))))
            .toList());
  }

  private Grown grow(int member) {
    TreeRows none = columns();
    int most = mostRows(none);
    int[] train = Subset.of(data.memberRows().get(member).train(), most, seed(member));
    TreeRows rows = rows(none, train);
    return component.model().method() == Method.BOOSTED_TREES
        ? BoostedLaw.grow(rows, parts().of(train, seed(member)), boosted(), seed(member), workers)
        : GrownForest.grow(rows, trees(most), seed(member), workers);
  }

  private TreeRows rows(TreeRows none, int[] train) {
    TreeRows rows =
        TreeRows.empty(none.places(), none.groups(), train.length, none.outputs())
            .weighted(data.weights().at(train).inUnitsOfTheirMean());
    for (int from = 0; from < train.length; from += BLOCK) {
      TrainingRows block =
          data.rows(Arrays.copyOfRange(train, from, Math.min(from + BLOCK, train.length)));
      rows.put(block.x(), block.y(), from);
    }
    return rows;
  }

  /** The forests of all members have as many trees, whichever is grown first. */
  private int trees(int most) {
    int largest =
        data.memberRows().stream().mapToInt(m -> Math.min(most, m.train().length)).max().orElse(1);
    return trees(largest, data.plan().members());
  }

  private int boosted() {
    return data.plan().members() == 1 ? BOOSTED_OF_ONE : BOOSTED_OF_SEVERAL;
  }

  private RowParts parts() {
    return new RowParts(
        data.groups(),
        component.data().chronological(),
        data.plan().members() == 1 ? PARTS_OF_ONE : PARTS_OF_SEVERAL);
  }

  private int mostRows(TreeRows columns) {
    int cells = columns.places().size() + columns.groups().size() + columns.outputs();
    return mostRows(cells, data.plan().members());
  }

  /** The columns that the trees see, without rows: none if they are to see no inputs. */
  private TreeRows columns() {
    Set<Integer> seen = Set.copyOf(new SeenInputs(component, data.schema()).places());
    List<Integer> places = new ArrayList<>();
    List<TreeRows.Categories> groups = new ArrayList<>();
    int from = 0;
    for (InputColumn column : data.schema().inputs()) {
      int end = from + column.width();
      if (seen.contains(from)
          && column instanceof CategoricalInput
          && column.width() > MOST_SINGLE_CATEGORIES) {
        groups.add(new TreeRows.Categories(from, column.width(), new int[0]));
      } else {
        IntStream.range(from, end).filter(seen::contains).forEach(places::add);
      }
      from = end;
    }
    return TreeRows.empty(places, groups, 0, data.schema().targets().size());
  }

  private long seed(int member) {
    return Uniforms.branch(component.training().seed(), number * data.plan().members() + member);
  }

  /**
   * Maximum number of training rows of a member. Of more, a random part is used, so that the
   * forests of a model stay below some tens of megabytes, and their inputs below some hundreds.
   *
   * @param cells of a row: columns that the trees see, and targets
   * @param members M
   */
  static int mostRows(int cells, int members) {
    int ofLeaves = MOST_LEAVES / FEWEST_TREES / members;
    return Math.max(1, Math.min(ofLeaves, MOST_CELLS / cells));
  }

  /**
   * T: enough for the draws of a pool, but fewer of many rows.
   *
   * @param rows of the member that has most
   * @param members M
   */
  static int trees(int rows, int members) {
    long fitting = MOST_LEAVES / Math.max(1, (long) rows * members);
    long enough = Math.min(MOST_TREES, ENOUGH_TREES / members);
    return (int) Math.max(FEWEST_TREES, Math.min(enough, fitting));
  }
}
