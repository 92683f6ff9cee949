# SPDX-License-Identifier: Apache-2.0
"""Writes a framed PredictRequest for one row of eight columns, to be sent by h2load: grpc_row.py FILE."""

import struct
import sys


def field(number, content):
    """A length-delimited field; content is assumed to be short."""
    return bytes([number << 3 | 2, len(content)]) + content


row = struct.pack("<8f", *(i / 10 for i in range(1, 9)))
shape = field(2, bytes([8, 1])) + field(2, bytes([8, 8]))
tensor = bytes([8, 1]) + field(2, shape) + field(4, row)  # DT_FLOAT, shape, tensor_content
request = field(1, field(1, b"bench")) + field(2, field(1, b"x") + field(2, tensor))
with open(sys.argv[1], "wb") as file:
    file.write(b"\0" + struct.pack(">I", len(request)) + request)
