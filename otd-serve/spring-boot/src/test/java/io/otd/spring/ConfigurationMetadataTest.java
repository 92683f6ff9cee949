// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.files.ClassResource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The metadata of the properties for IDEs. */
class ConfigurationMetadataTest {
  @Test
  void metadata_describes_the_models_property_and_its_type() throws Exception {
    Map<String, JsonNode> properties = new HashMap<>();
    byte[] metadata =
        ClassResource.bytes(OtdProperties.class, "/META-INF/spring-configuration-metadata.json");
    for (JsonNode property : new ObjectMapper().readTree(metadata).path("properties")) {
      properties.put(property.path("name").asText(), property);
    }
    assertThat(properties).containsOnlyKeys("otd.models");
    assertThat(properties.get("otd.models").path("description").asText())
        .isEqualTo("Exported models, by the name of their bean.");
    assertThat(properties.get("otd.models").path("type").asText())
        .isEqualTo("java.util.Map<java.lang.String,io.otd.spring.OtdProperties$Model>");
  }
}
