# SPDX-License-Identifier: Apache-2.0
"""Many jobs in one executor: many_jobs.py MODEL INPUT JOBS [ENGINE]

Prints, after each tenth of the jobs, what the executor on this machine has: resident size, threads, live objects of the heap, and
predictors. With several executors it is the one that was started first.
"""

import glob
import os
import subprocess
import sys

from pyspark.sql import SparkSession

JCMD = os.path.join(os.environ["JAVA_HOME"], "bin", "jcmd") if "JAVA_HOME" in os.environ else "jcmd"


def executor():
    found = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(path, "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue  # it has ended
        if b"org.apache.spark.executor.CoarseGrainedExecutorBackend" in words and APPLICATION in words:
            found.append(int(path.split("/")[2]))
    if not found:
        raise SystemExit("no executor of this application on this machine")
    return min(found)


def status(pid):
    histogram = subprocess.run(
        [JCMD, str(pid), "GC.class_histogram"], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    rows = [line.split() for line in histogram]
    predictors = sum(int(row[1]) for row in rows if len(row) > 3 and row[3] in PREDICTORS)
    live = next(int(row[2]) for row in rows if row and row[0] == "Total")
    with open(f"/proc/{pid}/status") as file:
        fields = dict(line.split(":", 1) for line in file)
    return int(fields["VmRSS"].split()[0]) // 1024, int(fields["Threads"]), live >> 20, predictors


PREDICTORS = ("io.otd.light.LightPredictor", "io.otd.serve.OtdPredictor")
spark = (
    SparkSession.builder.appName("otd-many-jobs")
    .config("spark.sql.extensions", "io.otd.spark.OtdExtensions")
    .getOrCreate()
)
APPLICATION = spark.sparkContext.applicationId.encode()
model, source, jobs = sys.argv[1], sys.argv[2], int(sys.argv[3])
engine = sys.argv[4] if len(sys.argv) > 4 else "light"
spark.read.parquet(source).createOrReplaceTempView("given")
for job in range(1, jobs + 1):
    spark.sql(
        f"select avg(prediction.mean) from otd_predict_table('{model}', 'given', map('engine', '{engine}'))"
    ).first()
    if job % (jobs // 10) == 0:
        print(
            "STATUS %d jobs %d MB %d threads %d MB live %d predictors" % (job, *status(executor())),
            flush=True,
        )
spark.stop()
