// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

/**
 * How an affine layer is computed. All implementations add in the same order and give the same
 * bits: the bias, then four products at a time, {@code (w0 x0 + w1 x1) + (w2 x2 + w3 x3)}, then the
 * remaining ones.
 */
interface AffineKernel {
  /** The fastest one of this JVM. */
  AffineKernel FASTEST = fastest();

  /**
   * An affine layer.
   *
   * @param in {@code [inputs][n]}
   * @param kernel {@code [out][inputs]}, row-major
   * @param bias {@code [out]}
   * @param out {@code [out][n]}
   */
  void affine(float[][] in, int inputs, float[] kernel, float[] bias, float[][] out, int n);

  /** The Vector API is available if the JVM was started with it; otherwise it is not loaded. */
  private static AffineKernel fastest() {
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
      try {
        return Class.forName(AffineKernel.class.getPackageName() + ".VectorKernel")
            .asSubclass(AffineKernel.class)
            .getDeclaredConstructor()
            .newInstance();
      } catch (ReflectiveOperationException | LinkageError e) {
        return new PlainKernel(); // An incubating API may change in a later JDK.
      }
    }
    return new PlainKernel();
  }
}
