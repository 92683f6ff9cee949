/** Charts as SVG. Colours come from the style sheet. */
import { shown } from './form.js';

const SPACE = 'http://www.w3.org/2000/svg';
export const LEFT = 76; // the turned title of the y axis, and eight characters
export const RIGHT = 14;
export const TOP = 10;
const BOTTOM = 26;
const TITLE = 18;
const MOST_BARS = 40; // more values of a lattice are shown as a density

function ticks(low, high, most) {
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((f) => f * power).find((s) => s >= rough) ?? rough;
  const found = [];
  for (let t = Math.ceil(low / step) * step; t <= high + step * 1e-9; t += step) {
    found.push(Math.abs(t) < step * 1e-9 ? 0 : t);
  }
  return found;
}

/** A plot with a linear scale each way. */
export class Plot {
  /** Under a title of the x axis, the plot is higher by its line. */
  constructor(place, height, [x0, x1], [y0, y1], label, title = '') {
    this.width = Math.max(240, place.clientWidth || 600);
    this.bottom = height - BOTTOM;
    this.height = height + (title ? TITLE : 0);
    this.title = title;
    const wide = x1 > x0 ? [x0, x1] : [x0 - 1, x1 + 1];
    const tall = y1 > y0 ? [y0, y1] : [y0 - 1, y1 + 1];
    this.x = (v) => LEFT + ((v - wide[0]) / (wide[1] - wide[0])) * (this.width - LEFT - RIGHT);
    this.y = (v) => this.bottom - ((v - tall[0]) / (tall[1] - tall[0])) * (this.bottom - TOP);
    this.across = wide;
    this.up = tall;
    this.svg = this.node('svg', { viewBox: `0 0 ${this.width} ${this.height}`, role: 'img', 'aria-label': label });
    place.replaceChildren(this.svg);
  }

  node(name, attributes, text) {
    const made = document.createElementNS(SPACE, name);
    for (const [key, value] of Object.entries(attributes)) {
      made.setAttribute(key, value);
    }
    if (text !== undefined) {
      made.textContent = text;
    }
    this.svg?.append(made);
    return made;
  }

  line(xa, ya, xb, yb, kind) {
    this.node('line', { x1: xa, y1: ya, x2: xb, y2: yb, class: kind });
  }

  xAxis() {
    const { bottom } = this;
    this.line(LEFT, bottom, this.width - RIGHT, bottom, 'axis');
    for (const t of ticks(...this.across, Math.max(3, this.width / 90))) {
      this.line(this.x(t), bottom, this.x(t), bottom + 4, 'axis');
      this.node('text', { x: this.x(t), y: bottom + 17, 'text-anchor': 'middle' }, shown(t));
    }
    this.named();
  }

  /** A text, cut where there is no room. */
  cut(text, room) {
    const letters = Math.floor(room / 7);
    return text.length > letters ? `${text.slice(0, letters - 1)}…` : text;
  }

  /** The title of the x axis. */
  named() {
    const text = this.cut(this.title, this.width - LEFT - RIGHT);
    if (text) {
      this.node('text', { x: (LEFT + this.width - RIGHT) / 2, y: this.height - 6, 'text-anchor': 'middle', class: 'title' }, text);
    }
  }

  yAxis(format = shown, title = '') {
    for (const t of ticks(...this.up, 6)) {
      this.line(LEFT, this.y(t), this.width - RIGHT, this.y(t), 'axis');
      this.node('text', { x: LEFT - 6, y: this.y(t) + 4, 'text-anchor': 'end' }, format(t));
    }
    if (title) {
      const middle = (TOP + this.bottom) / 2;
      const turned = `translate(12 ${middle}) rotate(-90)`;
      this.node('text', { transform: turned, 'text-anchor': 'middle', class: 'title' }, this.cut(title, this.bottom - TOP));
    }
  }

  path(points, kind, close = '') {
    const d = points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
    this.node('path', { d: d + close, class: kind });
  }

  /** The area between two curves of x; ends that are not finite reach the edge. */
  band(xs, lows, highs, kind) {
    const inside = (v) => this.y(Math.min(this.up[1], Math.max(this.up[0], v)));
    const upper = xs.map((x, i) => [this.x(x), inside(highs[i])]);
    const lower = xs.map((x, i) => [this.x(x), inside(lows[i])]);
    this.path([...upper, ...lower.reverse()], kind, 'Z');
  }
}

/** Kernel width of draws (Silverman 1986, eq. 3.31), and the ends of their density, within the target's bounds. */
function spread(values, bounds) {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  const mean = sorted.reduce((a, b) => a + b, 0) / n;
  const sd = Math.sqrt(sorted.reduce((a, b) => a + (b - mean) ** 2, 0) / n);
  const middle = sorted[Math.floor(0.75 * (n - 1))] - sorted[Math.floor(0.25 * (n - 1))];
  const size = Math.min(sd, middle / 1.34) || sd || Math.abs(mean) * 1e-3 || 1e-3;
  const width = 0.9 * size * n ** -0.2;
  const from = Math.max(sorted[0] - 3 * width, ...bounds.filter((end) => end <= sorted[0]));
  const to = Math.min(sorted[n - 1] + 3 * width, ...bounds.filter((end) => end >= sorted[n - 1]));
  return { width, from, to };
}

/** Gaussian kernels at the draws, reflected at bounds (Silverman 1986, 2.10), divided by their greatest value. */
function kernels(values, bounds) {
  const { width, from, to } = spread(values, bounds);
  const centres = [values, ...bounds.map((end) => values.map((y) => 2 * end - y))].flat();
  const at = (x) => centres.reduce((sum, y) => sum + Math.exp(-0.5 * ((x - y) / width) ** 2), 0);
  const xs = Array.from({ length: 161 }, (_, i) => from + ((to - from) * i) / 160);
  const ys = xs.map(at);
  const peak = Math.max(...ys);
  return { xs, ys: ys.map((y) => y / peak) };
}

/**
 * The parts of a predicted distribution. bars: values with a probability of their own, ascending, and their shares of
 * the draws. These are the bounds of the target and, if its values are multiples of a step and the draws have few of
 * them, all values. Other equal draws are chance, unless all are equal. others: the draws without a bar, which have a
 * density. bounds: those that there are.
 */
export function parts(draws, { lower, upper, step }) {
  const counts = new Map();
  draws.forEach((y) => counts.set(y, (counts.get(y) ?? 0) + 1));
  const all = counts.size === 1 || (step !== null && counts.size <= MOST_BARS);
  const bounds = [lower, upper].filter((end) => end !== null).map(Math.fround);
  const atoms = [...counts.keys()].filter((y) => all || bounds.includes(Math.fround(y))).sort((a, b) => a - b);
  return {
    bars: atoms.map((y) => [y, counts.get(y) / draws.length]),
    others: draws.filter((y) => !atoms.includes(y)),
    bounds,
  };
}

/** The largest bars in words. */
export function inWords(bars) {
  const largest = [...bars].sort((a, b) => b[1] - a[1]).slice(0, 3);
  return largest.map(([y, share]) => `${(100 * share).toFixed(0)}\u00a0% at ${shown(y)}`).join(', ');
}

/** The range that holds the bars and the density of draws, and all finite ends of intervals. */
export function across({ bars, others, bounds }, intervals) {
  const ends = intervals.flat().filter(Number.isFinite).concat(bars.map(([y]) => y));
  if (others.length) {
    const { from, to } = spread(others, bounds);
    ends.push(from, to);
  }
  const low = Math.min(...ends);
  const high = Math.max(...ends);
  const margin = bars.length ? (high - low || 1) * 0.04 : 0; // for the width of a bar
  return [low - margin, high + margin];
}

/**
 * Bars and density of draws, dark in the interval; lines: the mean and, dashed, the threshold. The height of a bar is
 * its share of the draws; the greatest height of the curve is the share of the draws that have no bar.
 */
export function density(place, [x0, x1], { bars, others, bounds }, { interval, mean, threshold }, label, title) {
  const rest = 1 - bars.reduce((sum, [, share]) => sum + share, 0);
  const top = others.length ? 1 : Math.max(...bars.map(([, share]) => share));
  const plot = new Plot(place, 210, [x0, x1], [0, 1.05 * top], label, title);
  plot.xAxis();
  if (bars.length) {
    plot.yAxis((p) => `${Math.round(p * 100)} %`);
  }
  const base = plot.y(0);
  // Draws and intervals are float32, written with different digits.
  const inside = (x) => Math.fround(x) >= Math.fround(interval[0]) && Math.fround(x) <= Math.fround(interval[1]);
  if (others.length) {
    const { xs, ys } = kernels(others, bounds);
    const points = xs.map((x, i) => [x, rest * ys[i]]);
    const area = (some, kind) => plot.band(some.map(([x]) => x), some.map(() => 0), some.map(([, y]) => y), kind);
    area(points, 'area');
    plot.path(points.map(([x, y]) => [plot.x(x), plot.y(y)]), 'curve');
    const dark = points.filter(([x]) => inside(x));
    if (dark.length > 1) {
      area(dark, 'strong');
    }
    others.slice(0, 256).forEach((y) => plot.line(plot.x(y), base - 6, plot.x(y), base, 'rug'));
  }
  bars.forEach(([y, share]) => plot.line(
    plot.x(y), base, plot.x(y), plot.y(share), inside(y) ? 'atom' : 'atom outside'));
  plot.line(plot.x(mean), TOP, plot.x(mean), base, 'mark');
  if (threshold !== null && threshold >= x0 && threshold <= x1) {
    plot.line(plot.x(threshold), TOP, plot.x(threshold), base, 'mark dash');
  }
}

/** Intervals against their level. */
export function levels(place, range, probabilities, intervals, mean, label, title) {
  const plot = new Plot(place, 200, range, [0, 1], label, title);
  plot.yAxis((p) => `${Math.round(p * 100)} %`, 'level');
  plot.xAxis();
  const inside = (v) => plot.x(Math.min(plot.across[1], Math.max(plot.across[0], v)));
  const left = intervals.map(([l], i) => [inside(l), plot.y(probabilities[i])]);
  const right = intervals.map(([, h], i) => [inside(h), plot.y(probabilities[i])]);
  plot.path([...left, ...[...right].reverse()], 'area', 'Z');
  plot.path(left, 'curve');
  plot.path(right, 'curve');
  plot.line(plot.x(mean), TOP, plot.x(mean), plot.y(0), 'mark');
}

/** Where the row stands; at the edge, with the value and an arrow, if that is outside. */
function mark(plot, value) {
  const x = plot.x(Math.min(plot.across[1], Math.max(plot.across[0], value)));
  plot.line(x, TOP, x, plot.bottom, 'mark dash');
  if (value < plot.across[0]) {
    plot.node('text', { x: x + 5, y: TOP + 12, class: 'marked' }, `← ${shown(value)}`);
  } else if (value > plot.across[1]) {
    plot.node('text', { x: x - 5, y: TOP + 12, 'text-anchor': 'end', class: 'marked' }, `${shown(value)} →`);
  }
}

/** Mean and bands of a target over the values of a column of numbers or texts. */
export function effect(place, values, rows, current, label, title, target) {
  const numeric = typeof values[0] === 'number';
  const xs = numeric ? values : values.map((_, i) => i);
  const ends = rows.flatMap((row) => [row.mean, ...row.intervals.flat()]).filter(Number.isFinite);
  const low = Math.min(...ends);
  const high = Math.max(...ends);
  const margin = (high - low || 1) * 0.05;
  const span = numeric ? [xs[0], xs[xs.length - 1]] : [-0.5, xs.length - 0.5];
  const plot = new Plot(place, 260, span, [low - margin, high + margin], label, title);
  plot.yAxis(shown, target);
  if (numeric) {
    plot.xAxis();
    rows[0].intervals.forEach((_, k) => plot.band(
      xs, rows.map((r) => r.intervals[k][0]), rows.map((r) => r.intervals[k][1]), k ? 'area' : 'strong'));
    plot.path(xs.map((x, i) => [plot.x(x), plot.y(rows[i].mean)]), 'curve');
    if (Number.isFinite(current)) {
      mark(plot, current);
    }
    return;
  }
  const room = (plot.width - LEFT - RIGHT) / xs.length;
  rows.forEach((row, i) => {
    row.intervals.forEach(([l, h], k) => {
      const half = Math.min(0.3, 14 / room) * (k ? 1 : 0.6);
      plot.band([i - half, i + half], [l, l], [h, h], k ? 'area' : 'strong');
    });
    plot.node('circle', { cx: plot.x(i), cy: plot.y(row.mean), r: 4, class: 'dot' });
    const letters = Math.max(2, Math.floor(room / 7));
    const text = values[i].length > letters ? `${values[i].slice(0, letters - 1)}…` : values[i];
    const kind = values[i] === current ? 'marked' : '';
    const word = plot.node('text', { x: plot.x(i), y: plot.bottom + 17, 'text-anchor': 'middle', class: kind }, text);
    word.append(plot.node('title', {}, values[i]));
  });
  plot.named();
}
