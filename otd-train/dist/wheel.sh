#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the wheel of the Python package. The build calls it; without Python there is no wheel.
#   usage: otd-train/dist/wheel.sh FOLDER
set -eu
folder=${1:?usage: otd-train/dist/wheel.sh FOLDER}
python=$(cd "$(dirname "$0")/../python" && pwd)
if ! python3 -m pip --version >/dev/null 2>&1; then
  echo "no python3 with pip: no wheel"
  exit 0
fi
python3 -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder" "$python" ||
  { echo "pip makes no wheel, see above; without it: -Dwheel.skip" >&2; exit 1; }
