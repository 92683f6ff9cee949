#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains otd on tables and prints what a person sees in single predictions.

    otd data synthetic --formula scale --columns 7 --rows 2000 --seed 1 --out scale.csv
    otd data synthetic --formula scale --columns 7 --rows 5000 --seed 2 --out scale-test.csv
    python single_case.py scale.csv scale-test.csv y results
    python single_case.py scale.csv scale-test.csv y real -- --set columns.target_support=real

What follows -- goes to `otd train`. Prints a line of a Markdown table: test rows; the shares of them
whose 5 % and .5 % quantile is below the smallest training target, and whose .5 % quantile is below
0; energy score with its standard error; coverage of the 90 % intervals by fifths of their width and
of the predicted median. A model that is there is not trained again.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys

QUANTILES = [0.005, 0.05]


def run(command):
    """Runs a command, which reports its errors itself; its output."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"single_case.py: exit code {done.returncode} of: {' '.join(map(str, command))}")
    return done.stdout


def numbers(file, column):
    with open(file, newline="", encoding="utf-8") as rows:
        return [float(row[column]) for row in csv.DictReader(rows)]


def share(values, limit):
    return f"{sum(value < limit for value in values) / len(values):.3f}"


def fifths(parts):
    return " ".join(f"{part['coverage']:.3f}" for part in parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("train", type=pathlib.Path, help="CSV table")
    parser.add_argument("test", type=pathlib.Path, help="CSV table, at least 100 rows")
    parser.add_argument("target", help="its column, positive numbers")
    parser.add_argument("results", type=pathlib.Path, help="directory for the model and its predictions")
    parser.add_argument("--otd", default="otd", help="the program to start")
    words = sys.argv[1:] + ["--"]
    first = words.index("--")
    args, options = parser.parse_args(words[:first]), words[first + 1 : -1]
    args.results.mkdir(parents=True, exist_ok=True)
    model, predicted = args.results / args.train.stem, args.results / f"{args.train.stem}.csv"
    if not (model / "result.json").exists():
        what = ["--target", args.target, "--set", "data.test_fraction=0", "--out", model]
        run([args.otd, "train", args.train, *what, *options])
    result = json.loads(run([args.otd, "evaluate", model, "--data", args.test, "--json"]).splitlines()[-1])
    levels = ",".join(map(str, QUANTILES))
    run([args.otd, "predict", model, "--data", args.test, "--quantiles", levels, "--out", predicted])
    lowest, low = (numbers(predicted, f"q{level}") for level in QUANTILES)
    smallest = min(numbers(args.train, args.target))
    scores, by = result["scores"], result["coverage_by_fifths"][args.target]
    cells = [
        args.train.stem,
        f"{result['rows']:,}",
        share(low, smallest),
        share(lowest, smallest),
        share(lowest, 0),
        f"{scores['energy_score']:.4g} ± {scores['energy_score_error']:.2g}",
        fifths(by["by_width"]),
        fifths(by["by_median"]),
    ]
    print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
