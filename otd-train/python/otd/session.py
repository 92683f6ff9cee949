# SPDX-License-Identifier: Apache-2.0
"""The command line ``otd``, started once and asked again and again."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from otd import archive


class OtdError(RuntimeError):
    """A command of ``otd`` failed."""


class OtdInputError(OtdError, ValueError):
    """A command of ``otd`` refused its input."""


def resolve(command=None):
    """The words that start ``otd``: of the argument, OTD_COMMAND, OTD_HOME, or the path."""
    command = command or os.environ.get("OTD_COMMAND")
    if command:
        return tuple(shlex.split(command) if isinstance(command, str) else map(str, command))
    home = os.environ.get("OTD_HOME")
    if home:
        for launcher in (Path(home, "bin", "otd"), Path(home, "otd")):
            if launcher.is_file():
                return (str(launcher),)
        raise FileNotFoundError(f"OTD_HOME: {home} (expected: an unpacked archive of OTD, with bin/otd, or its source tree)")
    found = shutil.which("otd") or archive.installed()
    if not found:
        raise FileNotFoundError(
            "otd: not found (expected: on the path; or the archive of a release, installed by"
            " python -m otd install otd-VERSION-linux-x86_64.tar.gz; or OTD_HOME or OTD_COMMAND set)."
            " Training needs it, and Java 17 or newer; exported models need neither: see otd.load"
        )
    return (str(found),)


class Session:
    """A process that runs one command after the other."""

    def __init__(self, command):
        self._errors = tempfile.NamedTemporaryFile(mode="w+b", prefix="otd-")
        self._lock = threading.Lock()
        # In a session of its own, so that Ctrl-C reaches this program first.
        self._process = subprocess.Popen(
            [*command, "session", "--client-process-id", str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            encoding="utf-8",
            start_new_session=True,
        )

    def alive(self):
        return self._process.poll() is None

    def run(self, words, verbose=False):
        """Runs a command; gives its answer. verbose: what it reports meanwhile goes to the standard error stream."""
        with self._lock, self._told() if verbose else contextlib.nullcontext():
            try:
                self._process.stdin.write(json.dumps([str(word) for word in words]) + "\n")
                self._process.stdin.flush()
                line = self._process.stdout.readline()
            except BrokenPipeError:
                line = ""
            except BaseException:  # the answer of an interrupted command must not be taken for the next
                self._process.kill()
                raise
        if not line:
            raise OtdError(f"otd {words[0]}: the process ended with code {self._process.wait()}\n{self._said()}")
        reply = json.loads(line)
        if reply["exit"] != 0:
            problems = reply["answer"].get("error", {}).get("problems") or [self._said()]
            kind = OtdInputError if reply["exit"] == 2 else OtdError
            raise kind(f"otd {words[0]}: " + "\n".join(problems))
        return reply["answer"]

    @contextlib.contextmanager
    def _told(self):
        """Passes on what the process reports until the end of the block."""
        ended = threading.Event()
        with open(self._errors.name, "rb") as reports:
            reports.seek(0, os.SEEK_END)

            def pass_on():
                last = False
                while not last:
                    last = ended.wait(0.2)
                    sys.stderr.write(reports.read().decode("utf-8", "replace"))
                    sys.stderr.flush()

            teller = threading.Thread(target=pass_on, daemon=True)
            teller.start()
            try:
                yield
            finally:
                ended.set()
                teller.join()

    def close(self):
        if self.alive():
            self._process.stdin.close()
            try:
                self._process.wait(30)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process.stdout.close()
        self._errors.close()

    def _said(self):
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - 4000))
        return self._errors.read().decode("utf-8", "replace")


_sessions = {}
_guard = threading.Lock()


def run(command, words, verbose=False):
    """Runs a command in the process of this program for it, which is started if there is none."""
    launcher = resolve(command)
    # A forked program shares the pipes, but must not write to them.
    key = (os.getpid(), launcher)
    with _guard:
        session = _sessions.get(key)
        if session is None or not session.alive():
            session = _sessions[key] = Session(launcher)
    return session.run(words, verbose)


def close():
    """Ends the processes that were started. The next call of a regressor starts a new one."""
    with _guard:
        own = [key for key in _sessions if key[0] == os.getpid()]
        ended = [_sessions.pop(key) for key in own]
    for session in ended:
        session.close()


atexit.register(close)
