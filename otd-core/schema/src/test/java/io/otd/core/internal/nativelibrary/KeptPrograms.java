// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.nativelibrary;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Lets the tests of all modules share what XLA compiles: most of their time is spent on programs
 * that another test has compiled before.
 *
 * @implNote JUnit finds it as a service, in every module that has this test JAR on its class path.
 */
public final class KeptPrograms implements LauncherSessionListener {
  @Override
  public void launcherSessionOpened(LauncherSession session) {
    NativeEnvironment.ofProcess().ifPresent(CompiledPrograms::keepAsConfigured);
    NativeLog.errorsOnly(); // remarks on each program that it reads
  }
}
