# SPDX-License-Identifier: Apache-2.0
"""python -m otd install ARCHIVE [--sha256 DIGITS]"""

import argparse
import sys

from otd.archive import install


def main():
    parser = argparse.ArgumentParser(prog="python -m otd", description="Installs the archive of OTD for this package.")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("install", help="unpack an archive into the user's cache")
    command.add_argument("archive", help="otd-VERSION-linux-x86_64.tar.gz, a file or an address")
    command.add_argument("--sha256", help="its checksum; by default from SHA256SUMS next to it")
    given = parser.parse_args()
    try:
        print(install(given.archive, given.sha256))
    except (OSError, ValueError) as e:
        sys.exit(f"otd: {e}")


main()
