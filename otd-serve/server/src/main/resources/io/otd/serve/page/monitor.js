/** How predictions did that were observed. */
import * as api from './api.js';
import { LEFT, Plot, RIGHT } from './charts.js';
import * as drift from './drift.js';
import * as groups from './groups.js';
import { element, percent, shown } from './form.js';

const SHADED = 0.9;
const HEIGHT = 190;
/** Standard errors that chance stays within 19 times of 20. */
const CHANCE = 1.96;

const at = (id) => document.getElementById(id);

/** The share of observations in intervals of each level, and where it lies by chance if they are calibrated. */
function coverage(place, levels, scores, label) {
  const plot = new Plot(place, HEIGHT, [0, 1], [0, 1], label);
  plot.yAxis((p) => `${Math.round(p * 100)} %`);
  plot.xAxis();
  const grid = Array.from({ length: 41 }, (_, i) => i / 40);
  const slack = grid.map((p) => CHANCE * Math.sqrt((p * (1 - p)) / scores.observations));
  plot.band(grid, grid.map((p, i) => p - slack[i]), grid.map((p, i) => p + slack[i]), 'area');
  plot.line(plot.x(0), plot.y(0), plot.x(1), plot.y(1), 'mark dash');
  plot.path(levels.map((level, i) => [plot.x(level), plot.y(scores.coverage[i])]), 'curve');
  levels.forEach((level, i) => {
    const dot = plot.node('circle', { cx: plot.x(level), cy: plot.y(scores.coverage[i]), r: 4, class: 'dot' });
    dot.append(plot.node('title', {}, `${percent(level)}: ${percent(scores.coverage[i])}`));
  });
}

/** How many values lie in each part of their laws: as many in each, but for chance, if they are calibrated. */
function places(place, scores, label) {
  const counts = scores.pit;
  const even = scores.observations / counts.length;
  const slack = CHANCE * Math.sqrt(even * (1 - 1 / counts.length));
  const plot = new Plot(place, HEIGHT, [0, 1], [0, Math.max(...counts, even + slack) * 1.05], label);
  plot.yAxis();
  plot.xAxis();
  plot.band([0, 1], [even - slack, even - slack], [even + slack, even + slack], 'area');
  const width = (plot.width - LEFT - RIGHT) / counts.length;
  counts.forEach((count, i) => plot.node('rect', {
    x: (LEFT + i * width + 1).toFixed(1), width: (width - 2).toFixed(1),
    y: plot.y(count).toFixed(1), height: (plot.y(0) - plot.y(count)).toFixed(1), class: 'bar',
  }));
  plot.line(plot.x(0), plot.y(even), plot.x(1), plot.y(even), 'mark dash');
}

/** A figure over the observations as they came; dashed: where it should be, if that is known. */
function series(place, points, figure, label, expected = null) {
  let seen = 0;
  const known = points
    .map((point) => { seen += point.observations; return [seen, figure(point)]; })
    .filter(([, value]) => Number.isFinite(value));
  if (!known.length) {
    place.replaceChildren(element('p', 'Not finite.', { class: 'note' }));
    return;
  }
  const values = known.map(([, value]) => value);
  const all = expected === null ? values : [...values, expected];
  const low = Math.min(...all);
  const high = Math.max(...all);
  const margin = (high - low || Math.abs(high) || 1) * 0.1;
  const top = expected === null ? high + margin : Math.min(1, high + margin); // A share, then.
  const bottom = low < 0 ? low - margin : Math.max(0, low - margin);
  const plot = new Plot(place, HEIGHT, [0, seen], [bottom, top], label);
  plot.yAxis(expected === null ? shown : percent);
  plot.xAxis();
  if (expected !== null) {
    plot.line(plot.x(0), plot.y(expected), plot.x(seen), plot.y(expected), 'mark dash');
  }
  plot.path(known.map(([n, value]) => [plot.x(n), plot.y(value)]), 'curve');
  known.forEach(([n, value]) => plot.node('circle', { cx: plot.x(n), cy: plot.y(value), r: 2.5, class: 'dot' }));
}

function number(name, value, kind = '') {
  const box = element('div', null, { class: kind });
  box.append(element('dt', name), element('dd', value));
  return box;
}

/** How to predict a row and, later, to say what was observed. */
function requests(model, row, targets) {
  const observed = targets.length > 1 ? Object.fromEntries(targets.map(({ name }) => [name, 0])) : 0;
  const post = (verb, body) => `curl -d '${JSON.stringify(body).replaceAll("'", '\\u0027')}' \\\n`
    + `  ${location.origin}/v1/models/${encodeURIComponent(model)}:${verb}`;
  return `${post('distribution', { rows: [row] })}\n${post('observe', { observations: [{ prediction_id: 'ID', observed }] })}`;
}

/** The panel of the chosen model. */
export class Monitor {
  report = null;

  row = {};

  /** Asks the server. */
  async load(model, version) {
    const report = await api.monitor(model, version);
    this.report = { ...report, model };
    at('monitor').hidden = false;
    drift.show(report.drift ?? null);
  }

  /** The latest row on the page, as an example of one to be observed. */
  example(row) {
    this.row = row;
  }

  show(target) {
    const { report } = this;
    const known = report?.targets?.find((t) => t.name === target);
    at('monitor-how').hidden = !known || known.total.observations > 0;
    at('monitor-shown').hidden = !known || !known.total.observations;
    if (!known) {
      at('monitor-status').textContent = report?.off ?? '';
      return;
    }
    const waiting = report.waiting === 1 ? '1 prediction waits' : `${report.waiting} predictions wait`;
    if (!known.total.observations) {
      at('monitor-status').textContent = `No value of ${target} has been observed yet; ${waiting} for one. `
        + 'Predictions of clients are kept, those of this page are not. '
        + 'Once the true value of a row is known, post it with the prediction_id of the reply:';
      at('monitor-how').textContent = requests(report.model, this.row, report.targets);
      return;
    }
    this.charts(known, report.levels, waiting);
  }

  charts(known, levels, waiting) {
    const { window, total, series: points, name, coverage_by_fifths: fifths } = known;
    const shaded = levels.indexOf(SHADED);
    at('monitor-status').textContent = `${total.observations} observed of ${name}; ${waiting} for it.${fifths ? ` ${fifths.sentence}` : ''}`;
    at('monitor-numbers').replaceChildren(
      number('Coverage of 90 %', percent(window.coverage[shaded]), 'main'),
      number('Width of 90 %', shown(window.width), 'main'),
      number('CRPS', shown(window.crps), 'main'),
      number('Bias', shown(window.bias)),
    );
    const words = levels.map((level, i) => `${percent(level)}: ${percent(window.coverage[i])}`).join(', ');
    coverage(at('monitor-coverage'), levels, window, `Coverage of ${name} by level: ${words}`);
    places(at('monitor-pit'), window, `Observed values of ${name} by their position in the predicted distribution: ${window.pit.join(', ')}`);
    const over = 'over the observations';
    series(at('monitor-covered'), points, (p) => p.coverage[shaded], `Coverage of 90 % intervals of ${name} ${over}`, SHADED);
    series(at('monitor-width'), points, (p) => p.width, `Mean width of 90 % intervals of ${name} ${over}`);
    series(at('monitor-crps'), points, (p) => p.crps, `Mean CRPS of ${name} ${over}`);
    series(at('monitor-bias'), points, (p) => p.bias, `Bias of ${name} ${over}`);
    groups.show(known.coverage_by_group, SHADED);
    const last = new Date(points[points.length - 1].until).toLocaleString();
    at('monitor-source').textContent = `Numbers, coverage and positions: the latest ${window.observations} observations. `
      + `Over time: all, in order of arrival, the last at ${last}. `
      + 'Dashed: what calibrated predictions give; shaded: what chance adds, 19 times of 20. '
      + 'Width, CRPS and bias are in the units of the target.';
  }
}
