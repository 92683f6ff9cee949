// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * Everything public is documented. The compiler's own check would also ask a record's compact
 * constructor to repeat the description of each component.
 */
final class DocumentationTest {
  private static final List<String> MODULES =
      List.of(
          "otd-core/schema",
          "otd-core/model",
          "export",
          "otd-serve/api",
          "otd-serve/light",
          "otd-serve/predict",
          "otd-serve/server",
          "otd-serve/spring-boot",
          "otd-serve/spark",
          "otd-train/tables",
          "otd-train/sources",
          "otd-train/train",
          "otd-train/paper",
          "otd-train/app",
          "otd-train/spark");

  @Test
  void all_public_api_and_record_components_are_documented() throws IOException {
    assertThat(undescribed(sources())).isEmpty();
  }

  @Test
  void undocumented_public_api_is_detected() throws IOException {
    Path here = Path.of("src/test/java/io/otd/tests/architecture/Undescribed.java");
    assertThat(undescribed(List.of(here)))
        .map(s -> s.substring(s.indexOf(": ") + 2))
        .containsExactly(
            "component \"width\" has no @param", "\"bare\" has no comment", "\"B\" has no comment");
  }

  private static List<Path> sources() throws IOException {
    List<Path> files = new ArrayList<>();
    for (String module : MODULES) {
      Path folder = Path.of("..", module, "src", "main", "java");
      try (Stream<Path> all = Files.walk(folder)) {
        all.filter(p -> p.toString().endsWith(".java")).sorted().forEach(files::add);
      }
    }
    assertThat(files).as("sources, looked for from the folder of this module").isNotEmpty();
    return files;
  }

  private static List<String> undescribed(List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> found = new ArrayList<>();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
      DocTrees docs = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        new Scanner(unit, docs, found).scan(unit, null);
      }
    }
    return found;
  }

  /** Visits what is visible to others. */
  private static final class Scanner extends TreePathScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final DocTrees docs;
    private final List<String> found;

    Scanner(CompilationUnitTree unit, DocTrees docs, List<String> found) {
      this.unit = unit;
      this.docs = docs;
      this.found = found;
    }

    @Override
    public Void visitClass(ClassTree type, Void none) {
      if (!visible(type.getModifiers())) {
        return null;
      }
      describe(type.getSimpleName());
      if (type.getKind() == Tree.Kind.RECORD) {
        Set<String> described = describedParameters();
        for (Tree member : type.getMembers()) {
          if (member instanceof VariableTree field
              && !field.getModifiers().getFlags().contains(Modifier.STATIC)
              && !described.contains(field.getName().toString())) {
            report("component \"" + field.getName() + "\" has no @param");
          }
        }
      }
      return super.visitClass(type, null);
    }

    @Override
    public Void visitMethod(MethodTree method, Void none) {
      boolean canonical = method.getName().contentEquals("<init>") && inRecord();
      if (!canonical && !overrides(method) && visible(method.getModifiers())) {
        describe(method.getName());
      }
      return null; // Local classes are not visible outside their method.
    }

    @Override
    public Void visitVariable(VariableTree field, Void none) {
      boolean component = inRecord() && !field.getModifiers().getFlags().contains(Modifier.STATIC);
      if (!component && visible(field.getModifiers())) {
        describe(field.getName());
      }
      return null;
    }

    private boolean inRecord() {
      return getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.RECORD;
    }

    private boolean visible(ModifiersTree modifiers) {
      TreePath parent = getCurrentPath().getParentPath();
      boolean inInterface = parent.getLeaf().getKind() == Tree.Kind.INTERFACE;
      Set<Modifier> flags = modifiers.getFlags();
      return flags.contains(Modifier.PUBLIC)
          || flags.contains(Modifier.PROTECTED)
          || (inInterface && !flags.contains(Modifier.PRIVATE));
    }

    private static boolean overrides(MethodTree method) {
      return method.getModifiers().getAnnotations().stream()
          .anyMatch(a -> a.getAnnotationType().toString().equals("Override"));
    }

    private Set<String> describedParameters() {
      Set<String> names = new HashSet<>();
      DocCommentTree comment = docs.getDocCommentTree(getCurrentPath());
      if (comment != null) {
        for (DocTree tag : comment.getBlockTags()) {
          if (tag instanceof ParamTree parameter && !parameter.isTypeParameter()) {
            names.add(parameter.getName().toString());
          }
        }
      }
      return names;
    }

    private void describe(CharSequence name) {
      if (docs.getDocCommentTree(getCurrentPath()) == null) {
        report("\"" + name + "\" has no comment");
      }
    }

    private void report(String problem) {
      long at = docs.getSourcePositions().getStartPosition(unit, getCurrentPath().getLeaf());
      found.add(
          unit.getSourceFile().getName()
              + ":"
              + unit.getLineMap().getLineNumber(at)
              + ": "
              + problem);
    }
  }
}
