// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.core.internal.settings.Default;
import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;

/**
 * Where the server listens.
 *
 * @param host address
 * @param grpcPort 0 for any that is free
 * @param restPort 0 for any that is free
 */
public record NetworkSettings(
    @Setting("Address to listen on.")
        @Default("127.0.0.1")
        @Flags(value = "--host", label = "ADDRESS")
        String host,
    @Setting(value = "Port for gRPC; 0 for any free port.", atLeast = 0, atMost = 65535)
        @Default("8500")
        @Flags(
            value = {"--grpc-port", "--port"},
            label = "PORT")
        int grpcPort,
    @Setting(value = "Port for REST; 0 for any free port.", atLeast = 0, atMost = 65535)
        @Default("8501")
        @Flags(
            value = {"--rest-port", "--rest_api_port"},
            label = "PORT")
        int restPort) {}
