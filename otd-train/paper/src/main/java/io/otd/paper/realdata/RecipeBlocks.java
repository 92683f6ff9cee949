// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.crossvalidation.CrossValidationResult;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.report.SettingWords;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a page says of the runs of a recipe on a table, beside their scores. */
public final class RecipeBlocks {
  private RecipeBlocks() {}

  /**
   * Why runs are missing, then times, directories and settings.
   *
   * @param seeds results by the seed of the training, at least one
   * @param problems by the names of the runs
   */
  public static List<Block> of(
      Recipe recipe, Map<Long, CrossValidationResult> seeds, Map<String, String> problems) {
    List<Block> blocks = new ArrayList<>();
    problems.forEach(
        (run, problem) ->
            blocks.add(new Block.Text("%s, %s: %s".formatted(recipe.label(), run, problem))));
    Map<String, String> facts = new LinkedHashMap<>();
    seeds.forEach(
        (seed, result) -> {
          String of = seeds.size() == 1 ? "" : ", seed " + seed;
          facts.put("time" + of, NumberText.fixed(result.seconds(), 0) + " s");
          facts.put("directory" + of, result.directory().toString());
        });
    facts.putAll(SettingWords.of(seeds.values().iterator().next().settings().flat()));
    blocks.add(new Block.Settings("Settings: " + recipe.label(), false, facts));
    return blocks;
  }
}
