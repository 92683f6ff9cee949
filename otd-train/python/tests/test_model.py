# SPDX-License-Identifier: Apache-2.0
"""Exported models and archives. The exports are made with ``otd``; they are read without it."""

import csv
import hashlib
import json
import os
import subprocess
import sys
import tarfile

import numpy as np
import pandas as pd
import pytest

import otd
from otd import archive, session
from otd.distributions import Distributions

SHORT = {"training.steps": 200, "model.members": 1, "training.validate_every": 100, "masks.velocity": 8, "masks.steps": 1}


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A base directory with two versions, the rows of training, and their targets."""
    folder = tmp_path_factory.mktemp("exports")
    random = np.random.default_rng(3)
    frame = pd.DataFrame(
        {"size": random.uniform(1, 9, 200), "heating": random.choice(["gas", "oil"], 200), "sold": "2026-05-04"}
    )
    y = 10 * frame["size"] + 30 * (frame["heating"] == "oil") + random.standard_normal(200)
    regressor = otd.OTDRegressor(settings=SHORT).fit(frame, y)
    regressor.save(folder / "run")
    for _ in range(2):
        session.run(None, ["export", folder / "run", "--to", folder / "price", "--onnx"])
    return folder, frame, y


def test_an_exported_model_predicts_what_otd_predicts(trained):
    folder, frame, _ = trained
    model = otd.load(folder / "price")
    rows, out = folder / "rows.csv", folder / "predicted.csv"
    frame.to_csv(rows, index=False)
    session.run(None, ["predict", folder / "price" / "2", "--data", rows, "--out", out, "--parts"])
    with open(out, encoding="utf-8") as lines:
        expected = list(csv.DictReader(lines))
    predicted = model.frame(frame, parts=True)
    for name in ("mean", "std", "variance_within", "variance_between", "q0.05", "q0.95"):
        numbers = [float(row[name]) for row in expected]
        np.testing.assert_allclose(predicted[name], numbers, rtol=1e-3, atol=0.02)
    np.testing.assert_allclose(predicted["variance_within"] + predicted["variance_between"], predicted["std"] ** 2, rtol=1e-5)
    assert "variance_within" not in model.frame(frame)
    np.testing.assert_allclose(model.predict(frame), predicted["mean"], rtol=1e-5)
    np.testing.assert_allclose(model.predict_std(frame), predicted["std"], rtol=1e-3)


class Tenths(Distributions):
    """Draws as OTD has them: float64 that hold float32."""

    draws, n_outputs_, _flat = 5, 1, True

    def _draws(self, X, count):
        return np.float32([[[0.1], [0.2], [0.3], [0.7], [0.1]]]).astype(np.float64)


def test_draws_at_a_threshold_that_is_no_binary_fraction_are_counted():
    below = Tenths().predict_probability(None, [0.1, 0.15, 0.2, 0.3, 0.7, 1e300, -1e300])
    np.testing.assert_array_equal(below, [[0.4, 0.4, 0.6, 0.8, 1, 1, 0]])


def test_it_has_the_methods_of_the_regressor(trained):
    folder, frame, y = trained
    model = otd.load(folder / "price" / "1" / "model.onnx")
    assert (model.columns, model.targets) == (["size", "heating", "sold"], ["y"])
    draws = model.sample(frame)
    assert draws.shape == (200, model.draws)
    assert model.sample(frame, 3).shape == (200, 3)
    np.testing.assert_allclose(model.predict(frame), draws.mean(axis=1))
    np.testing.assert_array_equal(model.predict_interval(frame, 0.5), model.predict_quantiles(frame, [0.25, 0.75]))
    assert model.sample(frame.iloc[:0]).shape == (0, model.draws)
    assert model.energy_score(frame, y) < 0.5 * np.std(y)
    first = model.predict(frame)[:1]
    np.testing.assert_allclose(model.predict(frame.iloc[:1].to_dict("records")), first)
    np.testing.assert_allclose(model.predict(frame.iloc[:1].to_numpy(dtype=object)), first)


def test_it_names_what_it_refuses(trained):
    folder, frame, _ = trained
    model = otd.load(folder / "price")
    with pytest.raises(ValueError, match="row 0, column 'size': 'big' .expected: a number"):
        model.predict(frame.iloc[:1].assign(size="big"))
    with pytest.raises(ValueError, match=r"rows: shape \(1, 2\) \(expected: \(n, 3\)"):
        model.predict(np.zeros((1, 2)))
    with pytest.raises(ValueError, match=f"n_samples: {model.draws + 1} .expected: 1 to {model.draws}"):
        model.sample(frame, model.draws + 1)
    with pytest.raises(FileNotFoundError, match="no model.onnx .expected: an export of OTD"):
        otd.load(folder / "run")
    with pytest.raises(FileNotFoundError, match="nowhere: no such file or directory"):
        otd.load(folder / "nowhere")


def test_an_exported_model_needs_neither_java_nor_otd(trained):
    folder, frame, _ = trained
    words = "import otd, sys, json; m = otd.load(sys.argv[1]); print(json.dumps(m.predict([json.loads(sys.argv[2])]).tolist()))"
    row = frame.iloc[0].to_dict()
    bare = {"PATH": "/nonexistent", "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), "OTD_HOME": "/nonexistent"}
    done = subprocess.run(
        [sys.executable, "-c", words, folder / "price", json.dumps(row)], env=bare, capture_output=True, text=True, check=True
    )
    np.testing.assert_allclose(json.loads(done.stdout), otd.load(folder / "price").predict(frame.iloc[:1]))


def test_importing_the_package_imports_nothing_large():
    words = "import sys, otd; print(sorted({'pandas', 'sklearn', 'onnxruntime', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert {"OTDRegressor", "load"} <= set(dir(otd))
    with pytest.raises(AttributeError, match="no attribute 'Regressor'"):
        otd.Regressor


def test_progress_is_told_if_it_is_asked_for(capfd):
    x = np.linspace(0, 1, 60)[:, None]
    otd.OTDRegressor(settings=SHORT).fit(x, x[:, 0])
    assert "step" not in capfd.readouterr().err
    otd.OTDRegressor(settings=SHORT, verbose=True).fit(x, x[:, 0])
    assert "step" in capfd.readouterr().err


def packed(folder, name="otd-1.0/bin/otd"):
    """An archive with a launcher that answers nothing."""
    launcher = folder / "launcher"
    launcher.write_text("#!/bin/sh\n")
    launcher.chmod(0o755)
    file = folder / "otd-1.0.tar.gz"
    with tarfile.open(file, "w:gz") as out:
        out.add(launcher, name)
    return file, hashlib.sha256(file.read_bytes()).hexdigest()


def test_an_archive_is_installed_if_its_checksum_is_right(tmp_path, monkeypatch):
    monkeypatch.setenv("OTD_CACHE", str(tmp_path / "cache"))
    for name in ("OTD_HOME", "OTD_COMMAND"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(FileNotFoundError, match="python -m otd install"):
        session.resolve()
    file, digits = packed(tmp_path)
    with pytest.raises(ValueError, match="SHA256SUMS: .*or the argument sha256"):
        archive.install(file)
    with pytest.raises(ValueError, match=f"SHA-256 {digits} .expected: 00"):
        archive.install(file, "00")
    assert archive.installed() is None
    (tmp_path / "SHA256SUMS").write_text(f"{digits}  {file.name}\n")
    launcher = archive.install(file.as_uri())
    assert session.resolve() == (str(launcher),)
    assert os.access(launcher, os.X_OK)
    assert archive.install(file, digits.upper()) == launcher


def test_what_is_no_archive_of_otd_is_not_installed(tmp_path, monkeypatch):
    monkeypatch.setenv("OTD_CACHE", str(tmp_path / "cache"))
    file, digits = packed(tmp_path, "other/bin/tool")
    with pytest.raises(ValueError, match="no bin/otd"):
        archive.install(file, digits)
    assert list((tmp_path / "cache").rglob("*/bin/*")) == []
