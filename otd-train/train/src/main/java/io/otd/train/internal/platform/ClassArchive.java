// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.platform;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * How the classes of this process look in memory, kept for later starts, which then need not read
 * them.
 *
 * @implNote The virtual machine can write the archive at its end by itself, but then does so at
 *     every end: also of a command that failed at once and has loaded few classes, and while other
 *     threads still load some, at which JDK 25 crashes.
 */
public final class ClassArchive {
  /** System property with the file to write. Empty or missing: none. */
  public static final String PROPERTY = "otd.archive";

  private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";

  private ClassArchive() {}

  /**
   * Writes the archive if the launcher asks for it. Only time is lost if the virtual machine cannot
   * write one.
   */
  public static void write() {
    String file = System.getProperty(PROPERTY, "");
    if (file.isEmpty()) {
      return;
    }
    try {
      MBeanServer machine = ManagementFactory.getPlatformMBeanServer();
      Object unused =
          machine.invoke(
              new ObjectName(COMMANDS),
              "vmCds",
              new Object[] {new String[] {"dynamic_dump", file}},
              new String[] {String[].class.getName()});
    } catch (JMException | RuntimeException e) {
      // Later starts read the classes themselves.
    }
  }
}
