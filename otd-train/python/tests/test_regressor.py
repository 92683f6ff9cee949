# SPDX-License-Identifier: Apache-2.0
"""The regressor on tables made here. Needs ``otd``: see otd.session.resolve."""

import json
import math
import os
import pickle
import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path
from unittest import SkipTest

import numpy as np
import pandas as pd
import pytest
from sklearn.utils.estimator_checks import estimator_checks_generator

import otd
from otd import OTDRegressor, table

SHORT = {"training.steps": 400, "model.members": 1, "training.validate_every": 100, "masks.velocity": 8}
ROWS, TEST = 300, 60
NOISE = 0.3


def rows(count, seed):
    """Numbers, texts that look like others, dates, missing cells; and targets whose law is known."""
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "size": random.uniform(-1, 1, count),
            "kind": random.choice(["1", "NA", "b,c"], count),
            "day": pd.Timestamp("2026-01-01") + pd.to_timedelta(random.integers(0, 300, count), "D"),
            "open": random.choice([True, False], count),
        }
    )
    y = 3 * frame["size"] + 2 * (frame["kind"] == "NA") + frame["open"] + NOISE * random.standard_normal(count)
    frame.loc[frame.index[3], "kind"] = None
    frame.loc[frame.index[4], "size"] = np.nan
    return frame, y.to_numpy()


# Few steps are enough for the checks of form; those of the fit ask for R² above .5.
FEW = {
    "training.steps": 10,
    "model.members": 1,
    "training.validate_every": 10,
    "model.hidden": [8],
    "masks.velocity": 8,
    "masks.steps": 1,
}


def test_it_passes_all_that_scikit_learn_checks_of_an_estimator():
    checked, left_out = set(), set()
    # Copies of a row fall into different parts of the split; a row with a weight does not.
    other = {"check_sample_weight_equivalence_on_dense_data"}
    # Of the methods mdn compiles the fewest programs for tables of a new shape, which most of these are.
    for estimator, check in estimator_checks_generator(OTDRegressor("mdn", settings=FEW, draws=20)):
        name = check.func.__name__
        if name in other:
            continue
        if name == "check_regressors_train":
            estimator.set_params(settings={**SHORT, "training.steps": 300})
        try:
            check(estimator)
            checked.add(name)
        except SkipTest:
            left_out.add(name)
    assert {"check_regressors_train", "check_fit_idempotent", "check_estimators_pickle"} <= checked
    # Asks for SCIPY_ARRAY_API=1; arrays are NumPy's here.
    assert left_out <= {"check_array_api_input"}


def test_rows_count_by_their_sample_weights():
    random = np.random.default_rng(5)
    X = random.random((400, 1))
    high = random.random(400) < 0.5
    y = np.where(high, 2, -2) + 0.2 * random.standard_normal(400)
    weights = np.where(high, 3.0, 1.0)
    settings = {"model.members": 1, "training.steps": 600}
    model = OTDRegressor("mdn", settings=settings).fit(X, y, sample_weight=weights)
    # 3/4 of 2 and 1/4 of -2 is 1; without weights it is 0.
    assert abs(model.predict(X).mean() - 1) < 0.4
    assert model.result_["weighted_by"] == "sample_weight"
    weighted = model.evaluate(X, y, sample_weight=weights)["energy_score"]
    assert weighted < model.evaluate(X, y)["energy_score"]
    assert model.evaluate(X, y, sample_weight=high.astype(float)) == pytest.approx(model.evaluate(X[high], y[high]), rel=1e-6)
    with pytest.raises(ValueError, match="-1.0 .expected: the row's weight, at least 0"):
        model.evaluate(X, y, sample_weight=-np.ones(400))


@pytest.fixture(scope="module")
def fitted():
    return OTDRegressor(settings=SHORT, draws=300).fit(*rows(ROWS, 1))


def test_the_scores_are_near_those_of_the_exact_law(fitted):
    X, y = rows(TEST, 2)
    exact = NOISE / np.sqrt(np.pi)
    assert fitted.energy_score(X, y) < 2.5 * exact
    # What a model that ignores the rows would have.
    assert np.abs(y[:, None] - y[None, :]).mean() / 2 > 4 * exact
    assert fitted.score(X, y) > 0.85


def test_mean_deviation_and_quantiles_are_those_of_the_draws(fitted):
    X, _ = rows(TEST, 2)
    draws = fitted.sample(X)
    mean, std = fitted.predict(X, return_std=True)
    assert draws.shape == (TEST, 300)
    np.testing.assert_allclose(mean, draws.mean(axis=1))
    np.testing.assert_allclose(std, draws.std(axis=1))
    np.testing.assert_allclose(fitted.predict_std(X), std)
    quantiles = fitted.predict_quantiles(X, (0.1, 0.9))
    assert quantiles.shape == (TEST, 2)
    np.testing.assert_array_equal(quantiles[:, 0], np.sort(draws, axis=1)[:, 29])
    np.testing.assert_array_equal(fitted.sample(X, 7), draws[:, :7])
    assert fitted.sample(X, 310).shape == (TEST, 310)


def test_an_interval_lies_between_two_quantiles(fitted):
    X, _ = rows(TEST, 2)
    interval = fitted.predict_interval(X, coverage=0.8)
    np.testing.assert_array_equal(interval, fitted.predict_quantiles(X, (0.1, 0.9)))
    draws = fitted.sample(X)
    inside = (draws > interval[:, :1]) & (draws <= interval[:, 1:])
    np.testing.assert_allclose(inside.mean(axis=1), 0.8)
    for coverage in (0, 1, float("nan")):
        with pytest.raises(ValueError, match="coverage: "):
            fitted.predict_interval(X, coverage)


def test_quantiles_have_the_rank_of_the_decimal(fitted):
    X, _ = rows(TEST, 2)
    ordered = np.sort(fitted.sample(X), axis=1)
    levels = [k / 300 for k in range(1, 300)] + [0.57, 0.07, 0.29]
    found = fitted.predict_quantiles(X, [0.57, 0.07, 0.29])
    np.testing.assert_array_equal(found, ordered[:, [170, 20, 86]])
    assert fitted.predict_quantiles(X, levels).shape == (TEST, len(levels))


def test_settings_and_cells_may_be_python_s_own():
    X, y = rows(60, 3)
    X["price"] = [Decimal(k) / 4 for k in range(60)]
    X["at"] = pd.Timestamp("2026-01-01", tz="UTC") + pd.to_timedelta(range(60), "h")
    settings = {**FEW, "model.residual": False, "training.clip_norm": None}
    regressor = OTDRegressor(settings=settings, draws=20).fit(X, y)
    assert regressor.result_["settings"]["model.residual"] is False
    assert regressor.result_["settings"]["training.clip_norm"] is None
    assert table.kinds(X.to_numpy(dtype=object)) == ["number", "text", "date", "number", "number", "date"]
    moved = X.assign(at=X["at"].dt.tz_convert("Asia/Tokyo"))
    np.testing.assert_array_equal(regressor.predict(moved), regressor.predict(X))


def test_probabilities_are_shares_of_the_draws(fitted):
    X, _ = rows(20, 3)
    below = fitted.predict_probability(X, [-1.0, 0.5, np.inf])
    assert below.shape == (20, 3)
    assert (below[:, 1] == (fitted.sample(X) <= 0.5).mean(axis=1)).all() and (below[:, 2] == 1).all()
    with pytest.raises(ValueError, match="thresholds"):
        fitted.predict_probability(X, [np.nan])


def test_scores_of_tails_and_decisions_are_those_of_the_command_line(fitted):
    X, y = rows(TEST, 2)
    scores = fitted.evaluate(X, y, tails=["above:0.5", "below:0.5"], losses=["pinball:0.75"])
    assert scores["crps_above_0.5"] + scores["crps_below_0.5"] == pytest.approx(scores["crps"])
    assert scores["energy_score"] == pytest.approx(fitted.energy_score(X, y), rel=1e-5)
    decided = fitted.predict_quantiles(X, [0.75])[:, 0]
    cost = np.where(y >= decided, 0.75 * (y - decided), 0.25 * (decided - y)).mean()
    assert scores["cost_pinball_0.75"] == pytest.approx(cost, rel=1e-5)
    with pytest.raises(ValueError, match="--tail: top"):
        fitted.evaluate(X, y, tails=["top"])


CALIBRATED = {**FEW, "training.steps": 100, "calibration.conformal": "normalized", "calibration.fraction": 0.3}


@pytest.fixture(scope="module")
def calibrated():
    return OTDRegressor("otd", settings=CALIBRATED, draws=100).fit(*rows(ROWS, 1))


@pytest.mark.parametrize("arrow", [table.pyarrow, None])
def test_predictions_are_a_frame_with_the_columns_of_the_command_line(arrow, calibrated, monkeypatch, tmp_path):
    monkeypatch.setattr(table, "pyarrow", arrow)
    model = calibrated
    some = rows(TEST, 2)[0].iloc[5:30].assign(size=[9.0, *[0.5] * 24])
    found = model.frame(some, samples=2, parts=True)
    assert list(found.index) == list(some.index)
    np.testing.assert_allclose(found["mean"], model.predict(some), rtol=1e-5)
    np.testing.assert_allclose(found["variance_within"] + found["variance_between"], model.predict_std(some) ** 2, rtol=1e-4)
    np.testing.assert_allclose(found[["sample_1", "sample_2"]], model.sample(some, 2), rtol=1e-6)
    assert (found["lower_0.9"] < found["mean"]).all() and (found["upper_0.9"] > found["mean"]).all()
    assert found["outside"].iloc[0] == "size" and found["outside"].isna().sum() > 20
    rows_file = tmp_path / "rows.csv"
    some.assign(day=some["day"].dt.strftime("%Y-%m-%d"), open=some["open"].astype(float)).to_csv(rows_file, index=False)
    words = ["predict", model.save(tmp_path / "run"), "--data", rows_file, "--out", tmp_path / "p.csv", "--samples", 2, "--parts"]
    otd.session.run(None, [*words, "--draws", 100, *table.NOTHING_ELSE_IS_MISSING])
    assert list(pd.read_csv(tmp_path / "p.csv").columns) == list(found.columns)


def test_coverage_is_told_by_groups_of_inputs_or_of_other_columns(calibrated):
    model = calibrated
    X, y = rows(ROWS, 2)
    assert 0.8 < model.evaluate(X, y)["conformal.picp_0.9"] <= 1
    (inputs,) = model.coverage(X, y, by=["open"])["coverage_by_group"]["y"]
    assert {g["rows"] for g in inputs["groups"]} == {X["open"].sum(), (~X["open"]).sum()}
    (alone,) = model.coverage(X, y, by="open")["coverage_by_group"]["y"]
    assert alone == inputs
    town = np.where(np.arange(ROWS) < 100, "north", "south")
    (others,) = model.coverage(X, y, by=pd.DataFrame({"town, or none": town}))["coverage_by_group"]["y"]
    inside = model.predict_interval(X)
    covered = (inside[:, 0] <= y) & (y <= inside[:, 1])
    told = {g["group"]: (g["rows"], g["coverage"]) for g in others["groups"]}
    assert {name: count for name, (count, _) in told.items()} == {"north": 100, "south": 200}
    # An end of an interval counts half.
    assert told["south"][1] == pytest.approx(covered[town == "south"].mean(), abs=0.03)
    (north,) = model.coverage(X, y, by=pd.DataFrame({"town": town}), sample_weight=1.0 * (town == "north"))["coverage_by_group"]["y"]
    assert north["groups"][0]["coverage"] == pytest.approx(told["north"][1], abs=0.03) and len(north["groups"]) == 1
    with pytest.raises(ValueError, match="by: .*size.*expected: names of none of"):
        model.coverage(X, y, by=X[["size"]])
    with pytest.raises(ValueError, match="nowhere"):
        model.coverage(X, y, by=["nowhere"])


def test_all_targets_together_are_covered_as_the_command_line_says():
    random = np.random.default_rng(1)
    X = random.random((600, 1))
    y = np.column_stack([X[:, 0], -X[:, 0]]) + 0.2 * random.standard_normal((600, 2))
    settings = {**CALIBRATED, "calibration.conformal": "joint"}
    model = OTDRegressor("otd", settings=settings, draws=100).fit(X[:300], y[:300])
    joint = {c["level"]: c for c in model.coverage(X[300:], y[300:])["coverage_joint"]}
    found = model.frame(X[300:])
    inside = [(found[f"y{j}:lower_0.9"] <= y[300:, j]) & (y[300:, j] <= found[f"y{j}:upper_0.9"]) for j in range(2)]
    assert joint[0.9]["coverage"] == pytest.approx((inside[0] & inside[1]).mean(), abs=0.01)


def test_the_spread_follows_truths_that_have_arrived(fitted):
    X, y = rows(200, 6)
    model = pickle.loads(pickle.dumps(fitted))
    mean, std = fitted.predict(X, return_std=True)
    noise = np.random.default_rng(7).standard_normal(len(y))
    assert model.recalibrate(X, mean + 3 * std * noise) is model
    # Normal truths three times as wide as the distributions; the standard error of a scale is about 5 %.
    assert (model.predict_std(X) / std).mean() == pytest.approx(3, rel=0.35)
    # Wider draws reach the bounds of the tails, which moves a mean a little.
    assert model.predict(X) == pytest.approx(mean, abs=0.3)
    with pytest.raises(ValueError, match="data: 10 rows"):
        model.recalibrate(X[:10], y[:10])


def test_a_model_trained_further_on_rows_of_the_same_law_is_not_worse(fitted):
    X, y = rows(ROWS, 11)
    model = pickle.loads(pickle.dumps(fitted))
    assert model.further(X, y) is model
    earlier = model.result_["earlier"]
    assert earlier["difference"] < 3 * earlier["error"]
    assert model.predict(X).shape == y.shape


def test_the_energy_score_is_that_of_its_definition(fitted):
    X, y = rows(TEST, 2)
    draws = fitted.sample(X)
    pairs = np.abs(draws[:, :, None] - draws[:, None, :]).sum(axis=(1, 2)) / (2 * 300 * 299)
    expected = (np.abs(draws - y[:, None]).mean(axis=1) - pairs).mean()
    assert fitted.energy_score(X, y) == pytest.approx(expected, rel=1e-9)


def test_a_pickled_model_predicts_the_same(fitted):
    X, _ = rows(TEST, 2)
    again = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(again.predict(X), fitted.predict(X))


def test_parquet_and_csv_give_the_same_model_and_the_same_draws(monkeypatch):
    pytest.importorskip("pyarrow")
    X, y = rows(ROWS, 1)
    few = OTDRegressor(settings={**SHORT, "training.steps": 50, "training.validate_every": 50}, draws=50)
    assert otd.table.suffix() == ".parquet"
    by_parquet = few.fit(X, y).sample(X[:40])
    monkeypatch.setattr(otd.table, "pyarrow", None)
    assert otd.table.suffix() == ".csv"
    np.testing.assert_array_equal(few.fit(X, y).sample(X[:40]), by_parquet)
    np.testing.assert_array_equal(by_parquet, by_parquet.astype(np.float32))


def test_the_same_rows_are_predicted_once(fitted, monkeypatch):
    X, _ = rows(TEST, 2)
    fitted.predict(X)
    monkeypatch.setattr(otd.run.session, "run", lambda *_: pytest.fail("asked again"))
    fitted.predict_std(X)
    fitted.predict_quantiles(X)


def test_a_saved_model_can_be_exported(fitted, tmp_path):
    saved = fitted.save(tmp_path / "run")
    otd.session.run(None, ["export", saved, "--to", tmp_path / "models"])
    assert (tmp_path / "models" / "1" / "saved_model.pb").is_file()
    with pytest.raises(FileExistsError):
        fitted.save(tmp_path / "run")


def test_two_targets_are_drawn_together():
    random = np.random.default_rng(3)
    X = random.uniform(-1, 1, (ROWS, 1))
    common = random.standard_normal(ROWS)
    Y = np.column_stack([X[:, 0] + common, X[:, 0] - common])
    model = OTDRegressor(settings=SHORT, draws=200).fit(X, Y)
    draws = model.sample(X[:20])
    assert draws.shape == (20, 200, 2)
    assert model.predict(X[:20]).shape == (20, 2)
    assert model.predict_quantiles(X[:20]).shape == (20, 3, 2)
    assert np.mean([np.corrcoef(d.T)[0, 1] for d in draws]) < -0.5


def test_the_same_seed_gives_the_same_model_and_another_seed_another():
    X, y = rows(ROWS, 1)
    few = {**SHORT, "training.steps": 50, "training.validate_every": 50}
    first = OTDRegressor(settings=few, draws=50).fit(X, y).predict(X)
    np.testing.assert_array_equal(OTDRegressor(settings=few, draws=50).fit(X, y).predict(X), first)
    assert np.abs(OTDRegressor(settings=few, draws=50, random_state=1).fit(X, y).predict(X) - first).max() > 0


def test_wrong_settings_are_named():
    X, y = rows(50, 1)
    with pytest.raises(ValueError, match="training.stepps"):
        OTDRegressor(settings={"training.stepps": 3}).fit(X, y)
    with pytest.raises(ValueError, match="no_such_method"):
        OTDRegressor(method="no_such_method").fit(X, y)


def test_a_text_in_a_column_of_numbers_is_refused(fitted):
    X, _ = rows(5, 2)
    X["size"] = ["a", "b", "c", "d", "e"]
    with pytest.raises(ValueError, match="column size"):
        fitted.predict(X)


def test_numbers_mean_what_they_mean_to_every_reader_of_otd():
    cells = json.loads((Path(__file__).parents[3] / "otd-core/schema/src/test/resources/cells.json").read_text())
    for cell in cells:
        if cell["column"] != "number" or cell["as"] == "date" or abs(_size(cell["cell"])) > 3.5e38:
            continue  # a number beyond float32 is refused by otd itself
        values = np.array([cell["cell"]], dtype=object)
        if cell["means"] == "refused":
            with pytest.raises(ValueError, match=r"column x: .* \(expected: a (finite )?number, as in fit\)"):
                table._cells(values, table.NUMBER, "x")
        else:
            expected = np.nan if cell["means"] == "missing" else cell["means"]
            assert table._cells(values, table.NUMBER, "x") == pytest.approx([expected], nan_ok=True, rel=1e-7, abs=1e-40), cell


def _size(cell):
    try:
        size = float(cell)
    except (TypeError, ValueError):
        return 0
    return size if math.isfinite(size) else 0


def test_texts_of_a_mixed_column_are_those_that_otd_writes():
    mixed = np.array([12.0, 12.5, True, " 12", 7, None, np.nan, "  "], dtype=object)
    assert table._cells(mixed, table.TEXT, "x") == ["12", "12.5", "true", " 12", "7", None, None, None]


def test_a_missing_launcher_is_named(monkeypatch, tmp_path):
    monkeypatch.delenv("OTD_COMMAND", raising=False)
    monkeypatch.setenv("OTD_HOME", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="OTD_HOME"):
        OTDRegressor().fit([[1.0], [2.0]], [1.0, 2.0])
    monkeypatch.delenv("OTD_HOME")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="OTD_COMMAND"):
        OTDRegressor().fit([[1.0], [2.0]], [1.0, 2.0])


def test_a_process_that_ends_is_told_and_replaced(fitted):
    X, _ = rows(6, 9)
    before = fitted.predict(X)
    session = next(s for key, s in otd.session._sessions.items() if key[0] == os.getpid())
    session._process.kill()
    session._process.wait()
    fitted.sample(X, 11)
    np.testing.assert_allclose(fitted.predict(X), before, rtol=1e-6)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_the_process_ends_with_a_program_that_is_killed():
    program = "import otd.session as s, time; started = s.Session(s.resolve()); print(started._process.pid, flush=True); time.sleep(600)"
    killed = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    words = Path("/proc", killed.stdout.readline().strip(), "cmdline")
    until(lambda: b"--client-process-id" in words.read_bytes())
    killed.kill()
    killed.wait()
    until(lambda: not words.exists() or not words.read_bytes())


def until(condition):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)
