// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tensorflow.proto.Example;
import org.tensorflow.proto.Feature;

class ExamplesRequestJsonTest {
  private static HostTensor examples(String body) {
    return ExamplesRequestJson.of(body.getBytes(StandardCharsets.UTF_8)).examples();
  }

  private static Map<String, Feature> features(HostTensor examples, int index)
      throws InvalidProtocolBufferException {
    return Example.parseFrom(examples.string(index)).getFeatures().getFeatureMap();
  }

  @Test
  void reads_features_of_every_kind() throws InvalidProtocolBufferException {
    HostTensor examples =
        examples(
            "{\"signature_name\": \"s\", \"examples\": [{\"i\": [1, -2, true], \"f\": [0.5, NaN, 1e2],"
                + " \"s\": [\"foo\", {\"b64\": \"AP8=\"}], \"none\": []}, {\"i\": 7}]}");

    assertThat(examples).hasToString("string[2]");
    Map<String, Feature> first = features(examples, 0);
    assertThat(first.get("i").getInt64List().getValueList()).containsExactly(1L, -2L, 1L);
    assertThat(first.get("f").getFloatList().getValueList()).containsExactly(.5f, Float.NaN, 100f);
    assertThat(first.get("s").getBytesList().getValueList())
        .containsExactly(
            ByteString.copyFromUtf8("foo"), ByteString.copyFrom(new byte[] {0, (byte) 0xFF}));
    assertThat(first.get("none").getKindCase()).isEqualTo(Feature.KindCase.KIND_NOT_SET);
    assertThat(features(examples, 1).get("i").getInt64List().getValueList()).containsExactly(7L);
  }

  @Test
  void context_features_apply_unless_an_example_overrides_them()
      throws InvalidProtocolBufferException {
    HostTensor examples =
        examples("{\"context\": {\"a\": 1, \"b\": 2}, \"examples\": [{\"b\": 3}, {}]}");

    assertThat(features(examples, 0).get("a").getInt64List().getValue(0)).isEqualTo(1);
    assertThat(features(examples, 0).get("b").getInt64List().getValueList()).containsExactly(3L);
    assertThat(features(examples, 1).get("b").getInt64List().getValue(0)).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"signature_name\": \"s\"}| When method is classify, key 'examples' is expected and was not found",
        "{\"examples\": 5}| Expecting 'examples' value to be an list/array",
        "{\"examples\": []}| 'examples' value is an empty array",
        "{\"examples\": [5]}| Example must be JSON object but got JSON Number",
        "{\"context\": [], \"examples\": [{}]}| Example must be JSON object but got JSON Array",
        "{\"examples\": [{\"x\": [1, 2.5]}]}| Unexpected element type in feature: x expecting type: int64",
        "{\"examples\": [{\"x\": [\"a\", 2.5]}]}| Unexpected element type in feature: x expecting type: bytes",
        "{\"examples\": [{\"x\": null}]}| Feature: x has element with unexpected JSON type: Null",
        "{\"examples\": [{\"x\": [[1]]}]}| Feature: x has element with unexpected JSON type: Array",
        "{\"examples\": [{\"x\": {\"y\": 1}}]}| Feature: x has element with unexpected JSON type: Object",
        "{\"examples\": [{\"x\": 18446744073709551615}]}| Feature: x has uint64 element. Only int64 is supported.",
        "{\"examples\": [{\"x\": 1}| JSON Parse error",
      })
  void rejects_with_tensorflow_serving_error_messages(String body, String message) {
    assertThatThrownBy(() -> examples(body))
        .isInstanceOf(ServingException.class)
        .hasMessageContaining(message);
  }
}
