#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compares a bill of materials with known vulnerabilities, without a network. Exit code 1: there are some.
#
#   OTD_OSV_DATABASE=FOLDER vulnerabilities.sh BILL.json
#
# FOLDER holds Maven/all.zip, the list of osv.dev for Maven: an advisory a file. The tool is osv-scanner, 1.9 or 2, from
# PATH or OTD_OSV_SCANNER; the JDK's jar counts the advisories.
# What does not concern us stands in src/vulnerabilities/accepted.toml, with the reason.
set -euo pipefail
bill=$(realpath "${1:?a bill of materials in CycloneDX (expected: one argument)}")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
database=${OTD_OSV_DATABASE:-}
scanner=${OTD_OSV_SCANNER:-osv-scanner}

if [ ! -f "$database/Maven/all.zip" ]; then
  echo "no database of known vulnerabilities: not looked for (expected: OTD_OSV_DATABASE with Maven/all.zip, got: \"$database\")"
  exit 0
fi
# With a list of nothing, nothing would be found.
jar=${JAVA_HOME:+$JAVA_HOME/bin/}jar
if ! command -v "$jar" >/dev/null 2>&1; then
  echo "$jar: not found (expected: that of a JDK, which counts the advisories)" >&2
  exit 2
fi
known=$("$jar" tf "$database/Maven/all.zip" 2>/dev/null | grep -c '[.]json$' || true)
if [ "$known" -eq 0 ]; then
  echo "$database/Maven/all.zip: no advisories (expected: a zip with one in each JSON file)" >&2
  exit 2
fi
if ! command -v "$scanner" >/dev/null 2>&1; then
  echo "no osv-scanner: known vulnerabilities are not looked for"
  exit 0
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Versions of the tool look in either folder, and know a bill by the end of its name.
ln -s "$(realpath "$database")" "$scratch/osv-scanner"
ln -s "$(realpath "$database")" "$scratch/osv-scalibr"
cp "$bill" "$scratch/bom.cdx.json"
echo "$(basename "$bill"), compared with the $known advisories of $(date -u -r "$database/Maven/all.zip" +%F):"
case $("$scanner" --version) in
  *"version: 1."*) options=(scan --experimental-offline --sbom) ;;
  *) options=(scan source --offline --lockfile) ;;
esac
OSV_SCANNER_LOCAL_DB_CACHE_DIRECTORY=$scratch "$scanner" "${options[@]}" "$scratch/bom.cdx.json" \
  --config "$here/src/vulnerabilities/accepted.toml"
