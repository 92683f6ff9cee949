#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the documentation site: docs/site/build.sh [--into DIR]
# DIR (target/site) gets a folder for this version and the list of all versions that it holds. It can be
# opened from the disk or put on any web server. Links are checked; a broken one ends with an error.
#   OTD_SITE_VERSION  name of the version; else the revision of the parent POM
#   OTD_SITE_PYTHON   a Python with what requirements.txt lists; else one is made in target/site-python
#   OTD_SITE_APIDOCS  the API documentation; else target/reports/apidocs, made by Maven if it is not there
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../.." && pwd)

into=$top/target/site
case ${1-} in
  "") ;;
  --into) into=$(mkdir -p "${2:?a folder after --into}" && cd "$2" && pwd) ;;
  *) echo "$1: unknown (expected: --into DIR)" >&2; exit 2 ;;
esac

version=${OTD_SITE_VERSION:-$(sed -n 's:.*<revision>\(.*\)</revision>.*:\1:p' "$top/pom.xml")}
case $version in
  "" | *[!A-Za-z0-9._-]* | .*) echo "version: '$version' (expected: letters, digits, dots and hyphens)" >&2; exit 2 ;;
esac

python=${OTD_SITE_PYTHON-}
if [ -z "$python" ]; then
  venv=$top/target/site-python
  python=$venv/bin/python
  [ -x "$python" ] || python3 -m venv "$venv"
  # The constraints of other tools do not apply to this environment.
  env -u PIP_CONSTRAINT "$python" -m pip install -q --disable-pip-version-check -r "$here/requirements.txt"
fi

api=${OTD_SITE_APIDOCS:-$top/target/reports/apidocs}
if [ ! -s "$api/index.html" ]; then
  mvn=mvn
  command -v mvn >/dev/null || mvn=$top/mvnw
  "$mvn" -B -q -f "$top/pom.xml" -Dquick -DskipTests package javadoc:aggregate
fi

work=$top/target/site-work
# The tree of pages is not a file that Sphinx watches.
rm -rf "$work"
mkdir -p "$work" "$into"
OTD_SITE_VERSION=$version "$python" -m sphinx -q -W --keep-going -j auto -b html -c "$here" -d "$work/doctrees" "$top" "$work/html"
rm -rf "$work/html/.buildinfo" "${into:?}/$version"
cp -R "$work/html" "$into/$version"
cp -R "$api" "$into/$version/api"
"$python" "$here/versions.py" "$into"
"$python" "$here/check.py" "$into/$version"
echo "$into/$version/index.html"
