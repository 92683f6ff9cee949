#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Laws learned from targets that are known only up to a bound of each row (docs/adr/methods.md, 0060).

    pip install numpy lifelines
    python censored.py simulation
    python censored.py tables

A small generator y = g(x, z) of Gaussian noise z learns by the energy score of min(draw, bound) against
min(target, bound), "chained", and by what can be done without it: bounds as if they were targets, rows
whose target was seen alone, and these weighted by the inverse probability that a target is seen, which
the Kaplan-Meier estimate of the bounds gives. Times are logarithms: the minimum commutes with them.
"simulation" compares with a known law, "tables" with regressions of lifelines on two of its tables.
"""
import sys

import numpy as np

DRAWS = 8
BATCH = 128
NOISE = 4
HIDDEN = 32


class Generator:
    """Two hidden layers, ReLU; Adam with a cosine schedule; the average of the last half of the steps."""

    def __init__(self, inputs, rng):
        sizes = [inputs + NOISE, HIDDEN, HIDDEN, 1]
        self.w = [rng.normal(0, np.sqrt(2 / a), (a, b)) for a, b in zip(sizes, sizes[1:])]
        self.b = [np.zeros(b) for b in sizes[1:]]

    def forward(self, x, z):
        h = [np.concatenate([x, z], -1)]
        for i, (w, b) in enumerate(zip(self.w, self.b)):
            a = h[-1] @ w + b
            h.append(a if i == 2 else np.maximum(a, 0))
        return h

    def draws(self, x, k, rng):
        xs = np.repeat(x[None], k, 0)
        return self.forward(xs, rng.normal(size=(k, len(x), NOISE)))[-1][..., 0]

    def train(self, x, y, bound, weight, rng, steps=2500, rate=3e-3, through=False):
        """bound: of each row, inf for none; through: whether the gradient passes through the minimum."""
        params = self.w + self.b
        m = [np.zeros_like(p) for p in params]
        v = [np.zeros_like(p) for p in params]
        mean = [np.zeros_like(p) for p in params]
        weight = weight / weight.mean()
        for t in range(1, steps + 1):
            rows = rng.integers(len(x), size=BATCH)
            xs = np.repeat(x[rows][None], DRAWS, 0)
            h = self.forward(xs, rng.normal(size=(DRAWS, BATCH, NOISE)))
            d, c = h[-1][..., 0], bound[rows]
            seen = np.minimum(d, c)
            grad = np.sign(seen - np.minimum(y[rows], c)) / DRAWS
            for k in range(DRAWS):
                grad[k] -= np.sign(seen[k] - seen).sum(0) / (DRAWS * (DRAWS - 1))
            grad = grad * weight[rows] / BATCH
            if not through:
                grad = grad * (d < c)
            g, gw, gb = grad[..., None], [None] * 3, [None] * 3
            for i in (2, 1, 0):
                gw[i] = np.einsum("kni,knj->ij", h[i], g)
                gb[i] = g.sum((0, 1))
                g = g @ self.w[i].T * (h[i] > 0)
            lr = rate * .5 * (1 + np.cos(np.pi * t / steps))
            for i, (p, q) in enumerate(zip(params, gw + gb)):
                m[i] += .1 * (q - m[i])
                v[i] += .01 * (q * q - v[i])
                p -= lr * (m[i] / (1 - .9**t)) / (np.sqrt(v[i] / (1 - .99**t)) + 1e-8)
                if t > steps // 2:
                    mean[i] += p / (steps - steps // 2)
        self.w, self.b = mean[:3], mean[3:]
        return self


def censoring_survival(time, event):
    """Kaplan-Meier of the bounds: P(bound >= t), as a function."""
    order = np.argsort(time)
    t, lost = time[order], ~event[order]
    left = np.arange(len(t), 0, -1)
    g = np.cumprod(1 - lost / left)
    before = np.concatenate([[1], g])

    def of(at):
        return np.maximum(before[np.searchsorted(t, at, side="left")], 1e-3)

    return of


METHODS = ["uncensored", "chained", "gradient through", "bound as target", "dropped", "weighted"]


def fit(method, x, y, bound, rng, **steps):
    """y are the true times, which all methods but the first see up to the bound alone."""
    event = y <= bound
    seen = np.minimum(y, bound)
    none = np.full(len(y), np.inf)
    one = np.ones(len(y))
    g = Generator(x.shape[1], rng)
    if method == "uncensored":
        return g.train(x, y, none, one, rng, **steps)
    if method == "chained":
        return g.train(x, seen, bound, one, rng, **steps)
    if method == "gradient through":
        return g.train(x, seen, bound, one, rng, through=True, **steps)
    if method == "bound as target":
        return g.train(x, seen, none, one, rng, **steps)
    weight = one if method == "dropped" else 1 / censoring_survival(seen, event)(seen)
    return g.train(x[event], seen[event], none[event], weight[event], rng, **steps)


def law(x, eps):
    return .5 + x + (.3 + .4 * x) * eps


def simulation(rows=2000, repeats=4):
    """log T = 0.5 + x + (0.3 + 0.4 x) e, e of Gumbel's law of minima: Weibull laws whose shape depends on x."""
    grid = np.linspace(.05, .95, 19)
    ts = np.linspace(-2, 3, 501)
    true = 1 - np.exp(-np.exp((ts[None] - .5 - grid[:, None]) / (.3 + .4 * grid[:, None])))
    for name in ("random", "fixed"):
        result = {m: [] for m in METHODS}
        for repeat in range(repeats):
            rng = np.random.default_rng(repeat)
            x = rng.uniform(size=rows)
            y = law(x, np.log(rng.exponential(size=rows)))
            bound = rng.normal(1.1, .8, rows) if name == "random" else np.full(rows, 1.2)
            share = (y > bound).mean()
            for method in METHODS:
                g = fit(method, x[:, None], y, bound, np.random.default_rng(100 + repeat))
                d = np.sort(g.draws(grid[:, None], 2000, np.random.default_rng(7)), 0)
                f = np.stack([np.searchsorted(d[:, i], ts, side="right") / 2000 for i in range(len(grid))])
                off = (f - true) ** 2 * (ts[1] - ts[0])
                below = ts <= 1.2
                result[method].append([
                    off[:, below].sum(1).mean(),
                    off[:, ~below].sum(1).mean(),
                    np.abs(f - true)[:, below].max(1).mean(),
                    (f - true)[:, ts.searchsorted(1.0)].mean(),
                ])
        print(f"{name} bounds, {share:.0%} censored, {rows} rows, {repeats} repeats; excess CRPS x 1000 below 1.2, above;"
              " largest error of F below 1.2; mean error of F(1)")
        for method, values in result.items():
            v = np.array(values)
            e = v.std(0, ddof=1) / np.sqrt(repeats)
            print(f"  {method:17s} {1000 * v[:, 0].mean():6.2f} ± {1000 * e[0]:4.2f}  {1000 * v[:, 1].mean():6.2f} ± {1000 * e[1]:4.2f}"
                  f"  {v[:, 2].mean():.3f} ± {e[2]:.3f}  {v[:, 3].mean():+.3f} ± {e[3]:.3f}", flush=True)


def ipcw_brier(f, time, event, ts, g):
    """Graf et al. 1999: f [rows, times] probabilities of an event by then."""
    early = (time[:, None] <= ts) & event[:, None]
    late = time[:, None] > ts
    return (((1 - f) ** 2 * early / g(time)[:, None]) + f**2 * late / g(ts + 1e-9)[None]).mean(0)


def beyond(time, event, g, rng):
    """Bounds of rows whose time was seen: drawn from the Kaplan-Meier law of bounds, given that they are not before it."""
    ends = np.sort(time[~event])
    mass = g(ends) - g(ends + 1e-9)
    bound = time.copy()
    for i in np.flatnonzero(event):
        later = ends >= time[i]
        p = mass * later
        rest = max(g(time[i]) - p.sum(), 0)
        p = np.append(p, rest) / (p.sum() + rest)
        bound[i] = rng.choice(np.append(ends, time.max() * 1.001), p=p)
    return bound


def tables():
    import pandas as pd
    from lifelines.datasets import load_gbsg2, load_rossi

    data = load_gbsg2()
    x = pd.get_dummies(data.drop(columns=["time", "cens"]), drop_first=True).astype(float)
    x[["pnodes", "progrec", "estrec"]] = np.log1p(x[["pnodes", "progrec", "estrec"]])
    yield "gbsg2", x, data["time"].to_numpy() / 365.25, data["cens"].to_numpy() == 1, np.linspace(.25, 5, 39), None
    data = load_rossi()
    x = data.drop(columns=["week", "arrest"]).astype(float)
    yield "rossi", x, data["week"].to_numpy(float), data["arrest"].to_numpy() == 1, np.linspace(1.5, 51.5, 51), 52.


def compare(repeats=2, folds=5):
    from lifelines import CoxPHFitter, WeibullAFTFitter
    from lifelines.utils import concordance_index

    for title, inputs, time, event, ts, end in tables():
        scores = {}
        for repeat in range(repeats):
            fold = np.random.default_rng(repeat).permutation(len(time)) % folds
            for k in range(folds):
                a, b = fold != k, fold == k
                # All bounds of rossi are the end of the study.
                g = censoring_survival(time[a], event[a]) if end is None else np.ones_like
                mean, std = inputs[a].mean(), inputs[a].std()
                x = ((inputs - mean) / std).to_numpy()
                y = np.log(time)
                centre, scale = y[a].mean(), y[a].std()
                z = (y - centre) / scale
                found = {}
                for method in ["chained", "chained, no bound if seen", "bound as target", "dropped", "weighted"]:
                    r = np.random.default_rng(10 * repeat + k)
                    draws = []
                    for _ in range(2):
                        if method != "chained":
                            bound = np.where(event[a], np.inf, time[a])
                        elif end is None:
                            bound = beyond(time[a], event[a], g, r)
                        else:
                            bound = np.full(a.sum(), end)
                        limit = (np.log(bound) - centre) / scale
                        m = fit(method.split(",")[0], x[a], np.where(event[a], z[a], np.inf), limit, r, steps=400, rate=2e-3)
                        draws.append(m.draws(x[b], 500, r))
                    d = np.concatenate(draws)
                    found["energy score: " + method] = np.stack([(d <= (np.log(t) - centre) / scale).mean(0) for t in ts], 1)
                frame = inputs.assign(time=time, event=event)
                frame[inputs.columns] = x
                for name, of in (("Cox regression", CoxPHFitter), ("Weibull regression", WeibullAFTFitter)):
                    model = of(penalizer=.01).fit(frame[a], "time", "event")
                    found[name] = 1 - model.predict_survival_function(frame[b], times=ts).T.to_numpy()
                alive = censoring_survival(time[a], ~event[a])
                found["Kaplan-Meier, no inputs"] = np.tile(1 - alive(ts + 1e-9), (b.sum(), 1))
                for name, f in found.items():
                    brier = ipcw_brier(f, time[b], event[b], ts, g)
                    c = concordance_index(time[b], -f.mean(1), event[b])
                    scores.setdefault(name, []).append([c, brier.mean(), f[:, -1].mean()])
        print(f"{title}, {len(time)} rows, {(~event).mean():.0%} censored; {repeats} x {folds} folds: concordance;"
              f" IPCW Brier score, mean over times; mean P(event by {ts[-1]:g}), {alive(ts[-1:] + 1e-9)[0]:.3f} survive (Kaplan-Meier)")
        for name, values in scores.items():
            v = np.array(values)
            print(f"  {name:40s} {v[:, 0].mean():.3f}  {v[:, 1].mean():.4f}  {v[:, 2].mean():.3f}", flush=True)


if __name__ == "__main__":
    {"simulation": simulation, "tables": compare}[sys.argv[1]]()
