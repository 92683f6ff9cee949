// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal.estimator;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.files.StrictJson;
import io.otd.core.schema.TableSchema;
import io.otd.table.Table;
import io.otd.table.internal.encoding.TableEncoding;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * Encodes rows into the training files of the members. The rows of a member come one after another,
 * in an order determined by their content. A task that is repeated writes the same file.
 *
 * @param columns of a row; after them come its two hashes, its weight and its member
 * @param schema as JSON
 * @param folder that all machines see
 * @param unit of the weights that are written; 0 to write none
 */
record ShardWriter(List<ScannedColumn> columns, String schema, String folder, double unit)
    implements FlatMapFunction<Iterator<Row>, ShardWriter.Shard> {
  private static final int ROWS_AT_ONCE = 1024;
  private static final int BUFFER = 1 << 16;

  /**
   * A file that was written.
   *
   * @param member whose it is
   * @param rows in it
   */
  record Shard(int member, long rows) implements Serializable {}

  static String json(TableSchema schema) {
    return new String(StrictJson.write(schema), StandardCharsets.UTF_8);
  }

  static Path file(String folder, int member) {
    return Path.of(folder, "member-" + member + ".rows");
  }

  @Override
  public Iterator<Shard> call(Iterator<Row> rows) throws IOException {
    TableEncoding encoding =
        new TableEncoding(StrictJson.value(new ObjectMapper().readTree(schema), TableSchema.class));
    List<Shard> written = new ArrayList<>();
    Row next = rows.hasNext() ? rows.next() : null;
    while (next != null) {
      int member = member(next);
      Path file = file(folder, member);
      Path unfinished =
          file.resolveSibling(file.getFileName() + "." + TaskContext.get().taskAttemptId());
      long count = 0;
      try (DataOutputStream to =
          new DataOutputStream(
              new BufferedOutputStream(Files.newOutputStream(unfinished), BUFFER))) {
        List<ScannedRow> block = new ArrayList<>();
        while (next != null && member(next) == member) {
          block.add(TableScan.row(columns, next));
          count++;
          next = rows.hasNext() ? rows.next() : null;
          if (block.size() == ROWS_AT_ONCE || next == null || member(next) != member) {
            write(block, encoding, to);
            block.clear();
          }
        }
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
      written.add(new Shard(member, count));
    }
    return written.iterator();
  }

  private int member(Row row) {
    return row.getInt(columns.size() + 3);
  }

  private void write(List<ScannedRow> block, TableEncoding encoding, DataOutputStream to)
      throws IOException {
    Table table =
        ScannedColumn.table(
            columns, block.stream().<@Nullable Object[]>map(ScannedRow::cells).toList(), Map.of());
    int[] all = IntStream.range(0, block.size()).toArray();
    float[] x = encoding.inputs(table, all);
    float[] y = encoding.targets(table, all);
    int inputs = x.length / all.length;
    int outputs = y.length / all.length;
    for (int i = 0; i < all.length; i++) {
      for (int j = 0; j < inputs; j++) {
        to.writeFloat(x[i * inputs + j]);
      }
      for (int j = 0; j < outputs; j++) {
        to.writeFloat(y[i * outputs + j]);
      }
      if (unit > 0) {
        to.writeFloat((float) (block.get(i).weight() / unit));
      }
    }
  }
}
