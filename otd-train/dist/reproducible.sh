#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the release of the current commit twice, in two clones, and compares every file that is published.
#   usage: otd-train/dist/reproducible.sh VERSION [further arguments of Maven]
set -euo pipefail
version=${1:?usage: otd-train/dist/reproducible.sh VERSION}
shift
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

commit=$(git -C "$top" rev-parse HEAD)

for name in one another/place; do
  clone=$work/$name
  git clone -q --no-checkout "$top" "$clone"
  git -C "$clone" -c advice.detachedHead=false checkout -q "$commit" # "$top" may have moved on.
  (cd "$clone" && mvn -q -B -Prelease -Dquick -Drelease.skipTests "-Drevision=$version" "$@" verify)
  (cd "$clone/target/release" && find . -type f -print0 | sort -z | xargs -0 sha256sum) >"$work/sums.$(basename "$name")"
done

cat "$work/sums.one"
if ! diff "$work/sums.one" "$work/sums.place"; then
  echo "not reproducible: the files above differ" >&2
  exit 1
fi
echo "the same bytes twice: $(wc -l <"$work/sums.one") files"
