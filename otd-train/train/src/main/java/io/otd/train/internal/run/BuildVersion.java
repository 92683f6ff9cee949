// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.run;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Enumeration;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

/** Version and commit of this library, from its jar. */
public final class BuildVersion {
  private static final String UNKNOWN = "unknown";

  private BuildVersion() {}

  /** The version, or "unknown" outside a jar. */
  public static String version() {
    return attribute("Implementation-Version");
  }

  /** The source commit, with "-dirty" if files were changed; "unknown" if built without Git. */
  public static String commit() {
    String commit = attribute("Implementation-Commit");
    return commit.startsWith("$") ? UNKNOWN : commit; // A property that is not set.
  }

  private static String attribute(String name) {
    try {
      Enumeration<URL> manifests =
          BuildVersion.class.getClassLoader().getResources("META-INF/MANIFEST.MF");
      while (manifests.hasMoreElements()) {
        try (InputStream in = manifests.nextElement().openStream()) {
          Attributes attributes = new Manifest(in).getMainAttributes();
          String value = attributes.getValue(name);
          if ("OTD train".equals(attributes.getValue("Implementation-Title")) && value != null) {
            return value;
          }
        }
      }
    } catch (IOException e) {
      return UNKNOWN;
    }
    return UNKNOWN;
  }
}
