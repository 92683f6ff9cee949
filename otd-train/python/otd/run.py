# SPDX-License-Identifier: Apache-2.0
"""A trained model, kept in memory so that it can be pickled, and what it predicts."""

from __future__ import annotations

import hashlib
import io
import shutil
import tempfile
import weakref
import zipfile
from pathlib import Path

from otd import session, table


class Run:
    """The files of a run directory. Predictions of the last table are kept."""

    def __init__(self, directory):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
            for file in sorted(Path(directory).rglob("*")):
                if file.is_file() and ".tfevents." not in file.name:
                    out.write(file, file.relative_to(directory))
        self._packed = packed.getvalue()
        self._forget()

    def _forget(self):
        self._folder = None
        self._last = (None, None)

    def __getstate__(self):
        return {"_packed": self._packed}

    def __setstate__(self, state):
        self._packed = state["_packed"]
        self._forget()

    def save(self, directory):
        """Writes the run directory, which must not be there."""
        target = Path(directory)
        target.mkdir(parents=True, exist_ok=False)
        with zipfile.ZipFile(io.BytesIO(self._packed)) as packed:
            packed.extractall(target)
        return target

    def draws(self, command, encoded, count, targets):
        """Draws of each row of an encoded table, (n, count, targets)."""
        key = (hashlib.blake2b(encoded).digest(), count)
        if self._last[0] != key:
            self._last = (key, self._drawn(command, encoded, count, targets))
        return self._last[1]

    def evaluated(self, command, encoded, options):
        """What ``otd evaluate`` answers of an encoded table with its targets."""
        with tempfile.TemporaryDirectory(dir=self._unpacked()) as folder:
            rows = Path(folder, "rows" + table.suffix())
            rows.write_bytes(encoded)
            words = ["evaluate", Path(self._folder, "run"), "--data", rows, *options, *table.NOTHING_ELSE_IS_MISSING]
            return session.run(command, words)

    def recalibrated(self, command, encoded, options):
        """The next version of the model, by an encoded table with its targets."""
        with tempfile.TemporaryDirectory(dir=self._unpacked()) as folder:
            rows, out = Path(folder, "rows" + table.suffix()), Path(folder, "next")
            rows.write_bytes(encoded)
            words = ["recalibrate", Path(self._folder, "run"), "--data", rows, "--out", out, *options]
            session.run(command, [*words, *table.NOTHING_ELSE_IS_MISSING])
            return Run(out)

    def further(self, command, encoded, options):
        """The model trained further on an encoded table with its targets, and what ``otd train`` answered."""
        with tempfile.TemporaryDirectory(dir=self._unpacked()) as folder:
            rows, out = Path(folder, "rows" + table.suffix()), Path(folder, "next")
            rows.write_bytes(encoded)
            words = ["train", "--from", Path(self._folder, "run"), "--data", rows, "--out", out, *options]
            answer = session.run(command, words)
            return Run(out), answer

    def _unpacked(self):
        if self._folder is None or not Path(self._folder).is_dir():
            self._folder = tempfile.mkdtemp(prefix="otd-")
            weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
            self.save(Path(self._folder, "run"))
        return self._folder

    def frame(self, command, encoded, options):
        """What ``otd predict`` writes of an encoded table, as a data frame."""
        return self._predicted(command, encoded, options, table.frame)

    def _drawn(self, command, encoded, count, targets):
        # A pool or an ensemble rounds the number of its draws up; the first are given.
        options = ["--quantiles", "0.5", "--draws", max(2, count), "--samples", count]
        cells = self._predicted(command, encoded, options, table.draws)
        return cells.reshape(len(cells), targets, count).transpose(0, 2, 1)

    def _predicted(self, command, encoded, options, read):
        with tempfile.TemporaryDirectory(dir=self._unpacked()) as folder:
            rows, out = (Path(folder, name + table.suffix()) for name in ("rows", "predicted"))
            rows.write_bytes(encoded)
            words = ["predict", Path(self._folder, "run"), "--data", rows, "--out", out, *options]
            session.run(command, [*words, *table.NOTHING_ELSE_IS_MISSING])
            return read(out)
