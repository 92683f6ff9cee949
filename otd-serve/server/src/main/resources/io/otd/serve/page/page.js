/** The page: which model, what row, and what the server says of it. */
import * as api from './api.js';
import * as charts from './charts.js';
import { RowForm, element, range, shown } from './form.js';
import { Monitor } from './monitor.js';
import * as table from './table.js';

const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95];
const LEVELS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
const SHADED = 0.9;
const GRID = 41;
const BLOCK = 500;
const MOST_DRAWS = 1000;
/** Of each row of a file that is scored. */
const SCORED_DRAWS = 200;
const PAUSE = 120;

const at = (id) => document.getElementById(id);
const monitor = new Monitor();
const state = { models: [], schema: null, form: null, answer: null, effect: null, file: null, turn: 0, fileTurn: 0 };

function say(text) {
  at('status').textContent = text;
}

function fail(failure) {
  at('error').textContent = failure ? failure.message : '';
  at('error').hidden = !failure;
  if (failure) {
    say('');
  }
  if (failure?.status === 401) {
    at('key').hidden = false;
    at('key-text').focus();
    at('error').hidden = !api.hasKey();
  }
}

/** Runs a task and shows how it fails. */
async function attempt(task) {
  try {
    await task();
  } catch (failure) {
    fail(failure);
  }
}

const chosen = () => [at('model').value, at('version').value];

function options(select, values) {
  select.replaceChildren(...values.map((value) => new Option(value, value)));
}

/* Which model. */

async function listVersions(wanted) {
  const model = at('model').value;
  const versions = model ? await api.versions(model) : [];
  if (model !== at('model').value) {
    return false; // Another one was chosen meanwhile.
  }
  options(at('version'), versions);
  if (wanted && versions.includes(wanted)) {
    at('version').value = wanted;
  }
  return true;
}

async function openModel() {
  const turn = ++state.turn;
  fail(null);
  state.answer = null;
  ['otd', 'csv', 'plain', 'monitor'].forEach((id) => { at(id).hidden = true; });
  clearFile();
  const [model, version] = chosen();
  if (!version) {
    say(model ? `No version of ${model} answers now.` : 'The server has no models.');
    return false;
  }
  say('Loading.');
  const schema = await api.schema(model, version);
  if (turn !== state.turn) {
    return false;
  }
  state.schema = schema;
  if (schema) {
    openRow();
  } else {
    await openPlain(model, version);
  }
  say('');
  return true;
}

function openRow() {
  const { schema } = state;
  at('otd').hidden = false;
  at('csv').hidden = false;
  const names = schema.targets.map((target) => target.name);
  at('csv-truths').textContent = names.length === 1
    ? `If the file has the observed ${names[0]}, the predictions are scored.`
    : 'Where the file has observed targets, the predictions are scored.';
  state.form = new RowForm(at('fields'), schema.inputs);
  options(at('target'), schema.targets.map((target) => target.name));
  at('target-choice').hidden = schema.targets.length < 2;
  options(at('feature'), schema.inputs.map((column) => column.name));
  at('threshold').value = '';
}

/* One row. */

function request(rows, draws) {
  const { schema } = state;
  const levels = [...new Set([...LEVELS, ...schema.conformal_levels])].sort((a, b) => a - b);
  const threshold = at('threshold').value;
  return {
    rows,
    quantiles: QUANTILES,
    levels,
    thresholds: threshold === '' ? [] : { [at('target').value]: [Number(threshold)] },
    num_samples: Math.min(draws, MOST_DRAWS, schema.draws),
    remember: false, adapt: false, // Nobody will observe what is tried out here.
  };
}

/** Asks for the row and for the effect of the chosen column, and shows both unless asked again. */
async function ask() {
  const turn = ++state.turn;
  const [model, version] = chosen();
  const row = state.form.read();
  const answer = await api.distribution(model, version, request([row], Infinity));
  if (turn !== state.turn) {
    return;
  }
  fail(null);
  state.answer = answer;
  monitor.example(row);
  showLaw();
  const { values, rows } = grid(row);
  const effect = await api.distribution(
    model, version, { rows, quantiles: [], levels: [0.5, SHADED], remember: false, adapt: false });
  if (turn !== state.turn) {
    return;
  }
  state.effect = { values, predictions: effect.predictions };
  showEffect();
  say('');
}

/** Asks for the row as the form has it, and how predictions did. */
async function askAll() {
  await attempt(ask);
  await look();
}

async function look() {
  await monitor.load(...chosen());
  monitor.show(at('target').value);
}

async function open() {
  if (await openModel() && state.schema) {
    await askAll();
  }
}

let waiting = 0;

function askSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    if (state.answer && at('row').checkValidity()) {
      attempt(ask);
    }
  }, PAUSE);
}

/** The row with the chosen column going over its range. */
function grid(row) {
  const column = state.schema.inputs.find((c) => c.name === at('feature').value);
  let values = column.texts;
  if (!values) {
    const [low, high] = range(column);
    values = Array.from({ length: GRID }, (_, i) => low + ((high - low) * i) / (GRID - 1));
  }
  return { values, rows: values.map((value) => ({ ...row, [column.name]: value })) };
}

function number(name, value, kind = '') {
  const box = element('div', null, { class: kind });
  const exact = element('data', shown(value), { value: String(value) });
  const held = element('dd');
  held.append(exact);
  box.append(element('dt', name), held);
  return box;
}

/** A column by its name, with its unit. */
const titled = (column) => (column.unit ? `${column.name} (${column.unit})` : column.name);

const targetOf = (name) => state.schema.targets.find((column) => column.name === name);

function showLaw() {
  const { answer } = state;
  if (!answer) {
    return;
  }
  const target = at('target').value;
  const title = titled(targetOf(target));
  at('law-title').textContent = `Prediction of ${title}`;
  const law = answer.predictions[0][target];
  const threshold = answer.thresholds[target][0] ?? null;
  const boxes = [number('Mean', law.mean, 'main'), number('Standard deviation', law.std, 'main')];
  answer.quantiles.forEach((q, i) => boxes.push(
    number(q === 0.5 ? 'Median' : `${Math.round(q * 100)} % quantile`, law.quantiles[i])));
  if (threshold !== null) {
    boxes.push(number(`P(at most ${shown(threshold)})`, law.probabilities_below[0], 'main'));
  }
  at('numbers').replaceChildren(...boxes);
  const interval = law.intervals[answer.levels.indexOf(SHADED)];
  const parts = charts.parts(law.draws, targetOf(target).support);
  const bars = charts.inWords(parts.bars);
  const words = `${target}: mean ${shown(law.mean)}, 90 % between ${shown(interval[0])} and ${shown(interval[1])}`;
  const range = charts.across(parts, law.intervals);
  const label = bars ? `${words}; ${bars}` : words;
  charts.density(at('density'), range, parts, { interval, mean: law.mean, threshold }, label, title);
  charts.levels(at('levels'), range, answer.levels, law.intervals, law.mean, `Intervals of ${words}`, title);
  showLevels(answer, law);
  const conformal = answer.levels.filter((_, i) => answer.conformal[i]).map((p) => `${p * 100} %`);
  at('source').textContent = `${answer.model}, version ${answer.version}, `
    + `${law.draws.length} draws. Line: mean; dark: 90 % interval. `
    + (bars ? `Bars, the probability of single values: ${bars}. ` : '')
    + (conformal.length ? `Conformally calibrated: ${conformal.join(', ')}.` : 'The intervals are quantiles of the draws.');
}

function showLevels(answer, law) {
  const rows = element('table');
  const head = element('tr');
  ['Level', 'From', 'To', 'Width'].forEach((name) => head.append(element('th', name, { scope: 'col' })));
  rows.append(head);
  answer.levels.forEach((level, i) => {
    const [low, high] = law.intervals[i];
    const line = element('tr');
    const name = `${shown(level * 100)} %${answer.conformal[i] ? ', conformal' : ''}`;
    [name, shown(low), shown(high), shown(high - low)].forEach((cell) => line.append(element('td', cell)));
    rows.append(line);
  });
  at('levels-table').replaceChildren(rows);
}

function showEffect() {
  const { effect } = state;
  if (!effect) {
    return;
  }
  const target = at('target').value;
  const feature = at('feature').value;
  const laws = effect.predictions.map((row) => row[target]);
  const means = laws.map((law) => law.mean);
  const words = `Mean of ${target} over ${feature}: from ${shown(Math.min(...means))} to ${shown(Math.max(...means))}`;
  at('effect-title').textContent = `Effect of ${feature} on ${titled(targetOf(target))}`;
  const column = titled(state.schema.inputs.find((c) => c.name === feature));
  charts.effect(at('effect'), effect.values, laws, state.form.read()[feature], words, column, titled(targetOf(target)));
}

/* A file. */

/** Takes away what a file has shown. */
function clearFile() {
  state.fileTurn++;
  state.file = null;
  ['csv-rows', 'save', 'csv-error'].forEach((id) => { at(id).hidden = true; });
  at('csv-rows').replaceChildren();
  at('csv-status').textContent = '';
}

/** Predicts a file; what is wrong with it stands beside the place where it was dropped. */
async function openFile(file) {
  clearFile();
  const turn = state.fileTurn;
  try {
    await predictFile(file, turn);
  } catch (failure) {
    if (turn !== state.fileTurn) {
      return;
    }
    clearFile();
    if (failure.status === 401) {
      fail(failure);
    } else {
      at('csv-error').textContent = `${file.name}: ${failure.message}`;
      at('csv-error').hidden = false;
    }
  }
}

async function predictFile(file, turn) {
  const [model, version] = chosen();
  const { schema } = state;
  const read = table.parse(table.decoded(await file.arrayBuffer()));
  const rows = table.modelRows(read, schema.inputs);
  const truths = table.truths(read, schema.targets);
  const draws = Math.min(schema.draws, SCORED_DRAWS);
  const predictions = [];
  const far = [];
  const level = schema.conformal_levels.includes(SHADED) ? SHADED : schema.conformal_levels[0] ?? SHADED;
  for (let from = 0; from < rows.length; from += BLOCK) {
    const block = rows.slice(from, from + BLOCK);
    const wanted = { rows: block, quantiles: [], levels: [level], num_samples: truths.length ? draws : 0, remember: false, adapt: false };
    const answer = await api.distribution(model, version, wanted)
      .catch((failure) => {
        failure.message = failure.message.replace(/^row (\d+):/, (_, row) => `line ${read.lines[from + Number(row)]}:`);
        throw failure;
      });
    if (turn !== state.fileTurn) {
      return;
    }
    predictions.push(...answer.predictions);
    (answer.outside_range ?? []).forEach((row) => { far[from + row.row] = row; });
    at('csv-status').textContent = `${predictions.length} of ${rows.length} rows.`;
  }
  const targets = schema.targets.map((target) => target.name);
  const predicted = table.predicted(read, predictions, far, targets, level);
  table.show(at('csv-rows'), read, predicted, schema.inputs, (i) => {
    state.form.write(rows[i]);
    attempt(ask);
    at('row').scrollIntoView();
  });
  const outside = predicted.outside.filter((names) => names.length).length;
  const clipped = predicted.clipped.filter((names) => names.length).length;
  at('csv-status').textContent = `${rows.length} rows.`
    + (outside ? ` ${outside} outside the range of the training rows in at least one column.` : '')
    + (clipped ? ` ${clipped} beyond the bounds, for which the model uses the bound.` : '')
    + truths.map((truth) => ` ${table.scored(truth, predictions, level)}`).join('')
    + (rows.length > table.SHOWN ? ` The first ${table.SHOWN} are shown.` : '');
  at('csv-rows').hidden = false;
  at('save').hidden = false;
  state.file = { name: file.name, text: table.csv(read, predicted) };
}

function save() {
  const link = element('a', null, { download: state.file.name.replace(/(\.\w+)?$/, '-predicted.csv') });
  link.href = URL.createObjectURL(new Blob([state.file.text], { type: 'text/csv' }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/* Any other model. */

async function openPlain(model, version) {
  state.signatures = await api.signatures(model, version);
  at('plain').hidden = false;
  at('answer').textContent = '';
  const names = Object.keys(state.signatures);
  options(at('signature'), names);
  if (names.includes('serving_default')) {
    at('signature').value = 'serving_default';
  }
  showSignature();
}

const shape = (info) => (info.tensor_shape.unknown_rank
  ? 'any shape'
  : `[${info.tensor_shape.dim.map((d) => (d.size === '-1' ? '?' : d.size)).join(', ')}]`);

function example(info) {
  const zero = { DT_STRING: '', DT_BOOL: false }[info.dtype] ?? 0;
  const sizes = info.tensor_shape.unknown_rank ? [] : info.tensor_shape.dim.slice(1);
  return sizes.reduceRight((inner, d) => Array.from({ length: Math.min(8, Math.max(1, Number(d.size))) }, () => inner), zero);
}

function showSignature() {
  const name = at('signature').value;
  const signature = state.signatures[name];
  const rows = element('table', null, { class: 'words' });
  const head = element('tr');
  ['Tensor', 'Name', 'Type', 'Shape'].forEach((text) => head.append(element('th', text, { scope: 'col' })));
  rows.append(head);
  for (const [kind, tensors] of [['input', signature.inputs], ['output', signature.outputs]]) {
    for (const [tensor, info] of Object.entries(tensors)) {
      const line = element('tr');
      [kind, tensor, info.dtype.replace('DT_', '').toLowerCase(), shape(info)]
        .forEach((cell) => line.append(element('td', cell)));
      rows.append(line);
    }
  }
  at('tensors').replaceChildren(rows);
  const inputs = Object.entries(signature.inputs);
  const row = Object.fromEntries(inputs.map(([tensor, info]) => [tensor, example(info)]));
  at('body').value = JSON.stringify({ signature_name: name, instances: [row] }, null, 1);
}

/* What the address says: #model=NAME&version=N&row={...}&feature=NAME&threshold=T asks at once. */

async function start() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  at('links').hidden = api.hasKey(); // A link sends no key.
  state.models = await api.models();
  at('key').hidden = true;
  fail(null);
  options(at('model'), state.models);
  if (state.models.includes(wanted.get('model'))) {
    at('model').value = wanted.get('model');
  }
  await listVersions(wanted.get('version'));
  if (!(await openModel()) || !state.schema) {
    return;
  }
  if (wanted.has('row')) {
    state.form.write(JSON.parse(wanted.get('row')));
  }
  if (state.schema.inputs.some((column) => column.name === wanted.get('feature'))) {
    at('feature').value = wanted.get('feature');
  }
  at('threshold').value = wanted.get('threshold') ?? '';
  await askAll();
}

at('key').addEventListener('submit', (event) => {
  event.preventDefault();
  api.useKey(at('key-text').value.trim());
  attempt(start);
});
at('model').addEventListener('change', () => attempt(async () => { if (await listVersions()) { await open(); } }));
at('version').addEventListener('change', () => attempt(open));
at('row').addEventListener('submit', (event) => { event.preventDefault(); attempt(ask); });
at('row').addEventListener('input', askSoon);
at('reset').addEventListener('click', () => { state.form.reset(); attempt(ask); });
at('target').addEventListener('change', () => { at('threshold').value = ''; monitor.show(at('target').value); attempt(ask); });
at('threshold').addEventListener('input', askSoon);
at('feature').addEventListener('change', () => attempt(ask));
at('monitor-again').addEventListener('click', () => attempt(look));
at('file').addEventListener('change', () => { const [file] = at('file').files; if (file) { openFile(file); } });
at('save').addEventListener('click', save);
at('signature').addEventListener('change', showSignature);
at('plain').addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(async () => {
    fail(null);
    at('answer').textContent = await api.predict(...chosen(), at('body').value);
  });
});
for (const kind of ['dragover', 'dragleave', 'drop']) {
  at('drop').addEventListener(kind, (event) => {
    event.preventDefault();
    at('drop').classList.toggle('over', kind === 'dragover');
    if (kind === 'drop' && event.dataTransfer.files.length) {
      openFile(event.dataTransfer.files[0]);
    }
  });
}
addEventListener('resize', () => { showLaw(); showEffect(); monitor.show(at('target').value); });
addEventListener('hashchange', () => attempt(start));
attempt(start);
