/** Rows of a CSV file: read, predicted in blocks, shown, saved. */
import { element, shown } from './form.js';

const SHOWN = 500;

/** Reads CSV (RFC 4180); the separator is the one of , ; tab that the first line has most of. */
export function parseCsv(text) {
  const clean = text.replace(/^\ufeff/, '');
  const first = clean.split(/\r?\n/, 1)[0];
  const separator = [',', ';', '\t']
    .map((s) => [first.split(s).length, s])
    .sort((a, b) => b[0] - a[0])[0][1];
  const rows = [];
  let row = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < clean.length; i++) {
    const c = clean[i];
    if (quoted) {
      if (c === '"' && clean[i + 1] === '"') {
        cell += c;
        i++;
      } else if (c === '"') {
        quoted = false;
      } else {
        cell += c;
      }
    } else if (c === '"') {
      quoted = true;
    } else if (c === separator) {
      row.push(cell);
      cell = '';
    } else if (c === '\n') {
      row.push(cell.replace(/\r$/, ''));
      rows.push(row);
      row = [];
      cell = '';
    } else {
      cell += c;
    }
  }
  if (cell !== '' || row.length) {
    rows.push([...row, cell]);
  }
  return rows.filter((cells) => cells.length > 1 || cells[0] !== '');
}

/** The rows of a file by column names, as the model's columns want them. */
export function modelRows(cells, columns) {
  const [names, ...rest] = cells;
  if (!names || rest.length === 0) {
    throw new Error('The file has no rows below its first line.');
  }
  const places = columns.map((column) => names.findIndex((name) => name.trim() === column.name));
  const missing = columns.filter((column, i) => places[i] < 0 && !column.may_be_missing);
  if (missing.length) {
    throw new Error(`The file lacks the columns ${missing.map((c) => `"${c.name}"`).join(', ')}.`);
  }
  return rest.map((row, r) => {
    const made = {};
    columns.forEach((column, i) => {
      const text = (places[i] < 0 ? '' : row[places[i]] ?? '').trim();
      if (text === '') {
        return;
      }
      const value = column.texts ? text : Number(text);
      if (Number.isNaN(value)) {
        throw new Error(`Line ${r + 2}, column "${column.name}": "${text}" is no number.`);
      }
      made[column.name] = value;
    });
    return made;
  });
}

const ends = (prediction) => [prediction.mean, prediction.std, ...prediction.intervals[0]];

/** Puts the predictions into a table; a press on a row's button gives it to `use`. */
export function show(place, rows, predictions, targets, level, use) {
  const table = element('table');
  const head = element('tr');
  head.append(element('th', 'Row', { scope: 'col' }));
  const percent = `${level * 100} %`;
  for (const target of targets) {
    for (const what of ['mean', 'std', `${percent} from`, `${percent} to`]) {
      head.append(element('th', targets.length > 1 ? `${target}: ${what}` : what, { scope: 'col' }));
    }
  }
  table.append(head);
  rows.slice(0, SHOWN).forEach((row, i) => {
    const line = element('tr');
    const name = element('td');
    const button = element('button', String(i + 1), { type: 'button', class: 'plain', title: 'Into the form' });
    button.addEventListener('click', () => use(row));
    name.append(button);
    line.append(name);
    targets.forEach((target) =>
      ends(predictions[i][target]).forEach((v) => line.append(element('td', shown(v)))));
    table.append(line);
  });
  place.replaceChildren(table);
}

/** The rows and their predictions as a CSV file. */
export function csv(rows, predictions, columns, targets) {
  const quote = (v) => (/[",\r\n]/.test(String(v)) ? `"${String(v).replaceAll('"', '""')}"` : String(v));
  const names = columns.map((c) => c.name);
  const head = [...names, ...targets.flatMap((t) => ['mean', 'std', 'lower', 'upper'].map((w) => `${t} ${w}`))];
  const lines = rows.map((row, i) =>
    [...names.map((n) => row[n] ?? ''), ...targets.flatMap((t) => ends(predictions[i][t]))]);
  return [head, ...lines].map((line) => line.map(quote).join(',')).join('\r\n') + '\r\n';
}
