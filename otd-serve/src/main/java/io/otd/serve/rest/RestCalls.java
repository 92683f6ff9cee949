package io.otd.serve.rest;

import io.otd.serve.inspection.InspectedModel;
import io.otd.serve.json.ExamplesRequestJson;
import io.otd.serve.json.MetadataJson;
import io.otd.serve.json.PredictReplyJson;
import io.otd.serve.json.PredictRequestJson;
import io.otd.serve.json.ReplyJson;
import io.otd.serve.json.StatusJson;

/** placeholder */
final class RestCalls {
  byte[] answer(RestPath path, byte[] body) {
    throw new UnsupportedOperationException();
  }
}
